import type {
  Channel,
  Consent,
  Feature,
  GapReason,
  Outcome,
  Outputs,
  ServerBody,
  SessionEnded,
  SteeringConfig,
  TurnConfig,
  VadMode,
} from '@undertone/protocol';
import type { WireError } from '../common/error-wire.js';
import type { Scheduler } from '../common/scheduler.js';
import type { ReconnectOptions } from './reconnect-policy.js';

/** The little of a WebSocket that the transport needs. */
export interface SocketLike {
  /** Bytes handed over and not yet on the wire. */
  readonly bufferedAmount: number;
  send(data: Uint8Array): void;
  close(code?: number, reason?: string): void;
}

/** What a socket tells; nothing is told after `onClose`. */
export interface SocketHandlers {
  onOpen(protocol: string): void;
  onMessage(data: Uint8Array): void;
  onClose(code: number, reason: string): void;
}

/** Opens a socket. May throw when the URL or a sub-protocol entry is not well-formed. */
export type OpenSocket = (url: string, protocols: string[], handlers: SocketHandlers) => SocketLike;

/** Why a token is asked for. */
export interface TokenContext {
  reason: 'connect' | 'resume' | 'unauthorized';
  /** 0 for the first try after a drop. */
  attempt: number;
  /** Known once the relay has named the session. */
  sessionId?: string;
}

/** The part of `session.hello` that the page decides. */
export interface HelloOptions {
  vertical?: string;
  model?: string;
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
}

export interface TransportOptions {
  /** `ws:` or `wss:` address of `/v1/stream/realtime`. */
  url: string;
  hello: HelloOptions;
  /** Of the audio on the wire, Hz. */
  sampleRateHz: number;
  reconnect?: ReconnectOptions;
}

/** Everything the transport touches, injected. */
export interface TransportDependencies {
  openSocket: OpenSocket;
  scheduler: Scheduler;
  /** 0 … 1; jitter only. */
  random: () => number;
  getToken: (context: TokenContext) => Promise<string>;
  /** Whether the relay answers over plain HTTP: tells a refused upgrade from a relay that is gone. */
  probe: () => Promise<boolean>;
  onEvent: (event: TransportEvent) => void;
}

/** Where the link stands. Every change says why. */
export type TransportPhase = { code: string; reason: string } & (
  | { kind: 'connecting'; attempt: number }
  | { kind: 'live'; sessionId: string; generation: number; resumed: boolean }
  | { kind: 'reconnecting'; attempt: number; delayMs: number }
  | { kind: 'ending' }
);

/** What the transport itself measures. */
export interface ClientStats {
  /** Of the newest ping; absent before the first pong. */
  rttMs?: number;
  /** In the socket's buffer. */
  bufferedBytes: number;
  /** Captured and not acknowledged, of the channel that is furthest behind. */
  unackedMs: number;
  /** Captured and not yet given to the socket. */
  unsentMs: number;
  /** Declared lost since the start because the link could not carry it. */
  lostMs: number;
  reconnects: number;
}

export type TransportOutcome =
  { kind: 'ended'; reason: string; summary?: SessionEnded } | { kind: 'failed'; error: WireError };

export type TransportEvent =
  | { type: 'phase'; phase: TransportPhase }
  | { type: 'message'; body: ServerBody }
  | { type: 'gap'; channel: number; firstSample: number; sampleCount: number; reason: GapReason }
  | { type: 'stats'; stats: ClientStats }
  /** Always the last one. */
  | { type: 'closed'; outcome: TransportOutcome };

export interface EndRequest {
  reason: string;
  outcome?: Outcome;
}
