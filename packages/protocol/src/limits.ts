/** Numbers both sides keep to, together as `LIMITS`; `session.ready` states the ones a relay may set otherwise. */

/** The only `protocol_version` of a hello (RT15). */
export const protocolVersion = 1;
/** Shortest, default and longest audio frame. */
export const frameMs = { min: 20, default: 40, max: 100 } as const;
/** Rates of a channel (RT15). */
export const sampleRateHz = { min: 8_000, max: 48_000 } as const;
/** Channels of a session (RT15). */
export const maxChannels = 2;
/** Audio between two directives (RT27). */
export const intervalMs = { min: 100, default: 250, max: 1_000 } as const;
/** Largest WebSocket message (RT11). */
export const messageBytes = 64 * 1024;
/** Speed of live audio against real time (RT25). */
export const liveRate = 1.1;
/** Speed of a replay inside the un-acknowledged hole, against real time (RT25). */
export const replayRate = 4;
/** The longest time between two `audio.ack` while audio arrives (RT29). */
export const ackIntervalMs = 500;
/** How often the relay pings a socket (RT71). */
export const pingIntervalMs = 10_000;
/** Without anything from the relay for so long, a client takes its link for dead. */
export const deadLinkMs = 25_000;
/** From the upgrade to the first valid message (RT7). */
export const helloDeadlineMs = 10_000;
/** Without audio, until the warning `idle` (RT40). */
export const idleWarningMs = 60_000;
/** Without audio, until the relay closes (RT40). */
export const idleCloseMs = 120_000;
/** How long a session without a socket can be resumed (RT42). */
export const resumeWindowMs = 120_000;
/** Un-acknowledged audio a client keeps (RT49). */
export const clientRingMs = 30_000;
/** What may wait in a socket: from `high` on a sender holds back, until there is no more than `low` (RT48). */
export const sendBufferBytes = { low: 64 * 1024, high: 256 * 1024 } as const;
/** The waits before a client connects again; the last one repeats. */
export const reconnectDelaysMs = [0, 300, 1_200, 2_700, 4_800, 7_000] as const;
/** At most so much is added at random to each of them but the first. */
export const reconnectJitterMs = 1_000;
/** Notice before an orderly end (RT41). */
export const noticeMs = 60_000;
/** Most cues in a window of time, and the least time between two (RT33). */
export const cues = { perWindow: 3, windowMs: 300_000, apartMs: 20_000 } as const;
/** Updates until a steering mode changes (RT32). */
export const hysteresis = { enter: 2, cool: 2, normal: 3 } as const;
/** Silence that ends a turn (RT30). */
export const endSilenceMs = { min: 200, default: 700, max: 5_000 } as const;
/** The longest session; a token may have less. */
export const maxSessionS = 4 * 3_600;
/** The longest `session_id` (RT74). */
export const sessionIdCharacters = 128;
/** The longest token. */
export const tokenBytes = 1_024;
/** How long a token may be redeemed. */
export const tokenTtlS = { min: 10, default: 60, max: 600 } as const;
/**
 * One `features` message: the longest span; the measuring step, by which a length may exceed its span; how late a pitch is decided,
 * by which a channel's last span may have more voiced speech; how far before its span
 * voice activity may find that speech began or ended; how many such changes it has; the longest name in it.
 */
export const features = {
  spanMs: 1_000,
  hopMs: 50,
  pitchLagMs: 120,
  changeBeforeMs: 2_000,
  voiceChanges: 40,
  nameCharacters: 32,
} as const;
