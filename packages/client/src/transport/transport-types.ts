import type {
  Channel,
  Consent,
  Feature,
  GapReason,
  Outcome,
  Outputs,
  PageModel,
  Privacy,
  ServerBody,
  SessionEnded,
  SteeringConfig,
  TurnConfig,
  VadMode,
} from '@undertone/protocol';
import type { WireError } from '../common/error-wire.js';
import type { Scheduler } from '../common/scheduler.js';
import type { Reach } from './reach.js';
import type { ReconnectOptions } from './reconnect-policy.js';

/** The part of a WebSocket that the transport needs. */
export interface SocketLike {
  /** Bytes given to the socket and not sent yet. */
  readonly bufferedAmount: number;
  send(data: Uint8Array): void;
  close(code?: number, reason?: string): void;
}

/** What a socket reports. Nothing is reported after `onClose`. */
export interface SocketHandlers {
  onOpen(protocol: string): void;
  onMessage(data: Uint8Array): void;
  onClose(code: number, reason: string): void;
}

/** Opens a socket. May throw when the URL or a sub-protocol is malformed. */
export type OpenSocket = (url: string, protocols: string[], handlers: SocketHandlers) => SocketLike;

/** How long a page may take to answer with a token. */
export const TOKEN_TIMEOUT_MS = 15_000;

/** Why a token is requested. */
export interface TokenContext {
  reason: 'connect' | 'resume' | 'unauthorized';
  /** 0 for the first attempt after a drop. */
  attempt: number;
  /** Known once the relay has given the session an id. */
  sessionId?: string;
}

/** The part of `session.hello` that the page chooses. */
export interface HelloOptions {
  vertical?: string;
  model?: string;
  line?: string;
  source?: string;
  channels: Channel[];
  features: Feature[];
  outputs?: Outputs;
  vadMode?: VadMode;
  turn?: TurnConfig;
  steering?: SteeringConfig;
  consent?: Consent;
  metadata: Record<string, string>;
  traceparent?: string;
  runtime?: string;
  /** `features`: no audio is sent. The program hears by itself and tells what it heard. */
  privacy?: Privacy;
  /** What it hears with, where `privacy` is `features`. */
  pageModel?: PageModel;
}

/** Where a transport connects, and what it says there. */
export interface TransportOptions {
  /** `ws:` or `wss:` address of `/v1/stream/realtime`. */
  url: string;
  hello: HelloOptions;
  /** Sample rate of the audio that is sent, Hz. */
  sampleRateHz: number;
  reconnect?: ReconnectOptions;
}

/** Everything the transport uses from outside, injected. */
export interface TransportDependencies {
  openSocket: OpenSocket;
  scheduler: Scheduler;
  /** Random number from 0 to 1, used only for jitter. */
  random: () => number;
  getToken: (context: TokenContext) => Promise<string>;
  /** What answers plain HTTP at the address. This distinguishes a refused upgrade from a relay that is down or elsewhere. */
  probe: () => Promise<Reach>;
  onEvent: (event: TransportEvent) => void;
}

/** The state of the connection. Every change has a reason. */
export type TransportPhase = { code: string; reason: string } & (
  | { kind: 'connecting'; attempt: number }
  | { kind: 'live'; sessionId: string; generation: number; resumed: boolean }
  | { kind: 'reconnecting'; attempt: number; delayMs: number }
  | { kind: 'ending' }
);

/** What the transport measures itself. */
export interface ClientStats {
  /** Round-trip time of the newest ping; absent before the first pong. */
  rttMs?: number;
  /** Bytes in the socket's buffer. */
  bufferedBytes: number;
  /** Audio that is captured and not acknowledged, on the channel that is furthest behind. */
  unackedMs: number;
  /** Audio that is captured and not yet given to the socket. */
  unsentMs: number;
  /** Audio declared lost since the start because the connection could not carry it. */
  lostMs: number;
  reconnects: number;
}

/** How a transport ended. */
export type TransportOutcome =
  { kind: 'ended'; reason: string; summary?: SessionEnded } | { kind: 'failed'; error: WireError };

/** What a transport tells its program. */
export type TransportEvent =
  | { type: 'phase'; phase: TransportPhase }
  | { type: 'message'; body: ServerBody }
  | { type: 'gap'; channel: number; firstSample: number; sampleCount: number; reason: GapReason }
  | { type: 'stats'; stats: ClientStats }
  /** Always the last call. */
  | { type: 'closed'; outcome: TransportOutcome };

/** How a program ends its session. */
export interface EndRequest {
  reason: string;
  outcome?: Outcome | undefined;
}
