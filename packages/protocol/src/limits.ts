/** Numbers both sides keep to, together as `LIMITS`; `session.ready` states the ones a relay may set otherwise. */

export const protocolVersion = 1;
/** Shortest, default and longest audio frame. */
export const frameMs = { min: 20, default: 40, max: 100 } as const;
export const sampleRateHz = { min: 8_000, max: 48_000 } as const;
export const maxChannels = 2;
/** Result interval. */
export const intervalMs = { min: 100, default: 250, max: 1_000 } as const;
/** Largest WebSocket message. */
export const messageBytes = 64 * 1024;
/** Speed of live audio against real time, and of a replay inside the un-acknowledged hole. */
export const liveRate = 1.1;
export const replayRate = 4;
export const ackIntervalMs = 500;
export const pingIntervalMs = 10_000;
export const deadLinkMs = 25_000;
/** From the upgrade to the first valid message. */
export const helloDeadlineMs = 10_000;
export const idleWarningMs = 60_000;
export const idleCloseMs = 120_000;
export const resumeWindowMs = 120_000;
/** Un-acknowledged audio a client keeps. */
export const clientRingMs = 30_000;
export const sendBufferBytes = { low: 64 * 1024, high: 256 * 1024 } as const;
export const reconnectDelaysMs = [0, 300, 1_200, 2_700, 4_800, 7_000] as const;
export const reconnectJitterMs = 1_000;
/** Notice before an orderly end. */
export const noticeMs = 60_000;
export const cues = { perWindow: 3, windowMs: 300_000, apartMs: 20_000 } as const;
/** Updates until a steering mode changes. */
export const hysteresis = { enter: 2, cool: 2, normal: 3 } as const;
export const endSilenceMs = { min: 200, default: 700, max: 5_000 } as const;
export const maxSessionS = 4 * 3_600;
export const sessionIdCharacters = 128;
export const tokenBytes = 1_024;
export const tokenTtlS = { min: 10, default: 60, max: 600 } as const;
/**
 * One `features` message: the longest span; the measuring step, by which a length may exceed its span; how far before its span
 * voice activity may find that speech began or ended; how many such changes it has; the longest name in it.
 */
export const features = {
  spanMs: 1_000,
  hopMs: 50,
  changeBeforeMs: 2_000,
  voiceChanges: 40,
  nameCharacters: 32,
} as const;
