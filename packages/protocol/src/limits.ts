/** Numbers both sides keep to; `session.ready` states the ones a relay may set otherwise. */
export const LIMITS = {
  protocolVersion: 1,
  /** Shortest, default and longest audio frame. */
  frameMs: { min: 20, default: 40, max: 100 },
  sampleRateHz: { min: 8_000, max: 48_000 },
  maxChannels: 2,
  /** Result interval. */
  intervalMs: { min: 100, default: 250, max: 1_000 },
  /** Largest WebSocket message. */
  messageBytes: 64 * 1024,
  /** Speed of live audio against real time, and of a replay inside the un-acknowledged hole. */
  liveRate: 1.1,
  replayRate: 4,
  ackIntervalMs: 500,
  pingIntervalMs: 10_000,
  deadLinkMs: 25_000,
  /** From the upgrade to the first valid message. */
  helloDeadlineMs: 10_000,
  idleWarningMs: 60_000,
  idleCloseMs: 120_000,
  resumeWindowMs: 120_000,
  /** Un-acknowledged audio a client keeps. */
  clientRingMs: 30_000,
  sendBufferBytes: { low: 64 * 1024, high: 256 * 1024 },
  reconnectDelaysMs: [0, 300, 1_200, 2_700, 4_800, 7_000],
  reconnectJitterMs: 1_000,
  /** Notice before an orderly end. */
  noticeMs: 60_000,
  cues: { perWindow: 3, windowMs: 300_000, apartMs: 20_000 },
  /** Updates until a steering mode changes. */
  hysteresis: { enter: 2, cool: 2, normal: 3 },
  endSilenceMs: { min: 200, default: 700, max: 5_000 },
  maxSessionS: 4 * 3_600,
  sessionIdCharacters: 128,
  tokenBytes: 1_024,
  tokenTtlS: { min: 10, default: 60, max: 600 },
} as const;

/** Sub-protocol of the binary form, the default of `/v1/stream/realtime`. */
export const SUBPROTOCOL_PROTO = 'undertone.v1.proto';
/** Sub-protocol of the JSON form. */
export const SUBPROTOCOL_JSON = 'undertone.v1.json';
/** A token travels as the sub-protocol entry `undertone.auth.<token>`; it is never echoed. */
export const AUTH_PREFIX = 'undertone.auth.';
/** The bare entry says that the token comes in the hello. */
export const AUTH_IN_HELLO = 'undertone.auth';
