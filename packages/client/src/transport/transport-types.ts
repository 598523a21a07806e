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
  /** Sends one binary message. */
  send(data: Uint8Array): void;
  /** Closes it; nothing is reported any more. */
  close(code?: number, reason?: string): void;
}

/** What a socket reports. Nothing is reported after `onClose`. */
export interface SocketHandlers {
  /** It is open, with this sub-protocol. */
  onOpen(protocol: string): void;
  /** One binary message came. */
  onMessage(data: Uint8Array): void;
  /** It is closed, or was refused. */
  onClose(code: number, reason: string): void;
}

/** Opens a socket. May throw when the URL or a sub-protocol is malformed. */
export type OpenSocket = (url: string, protocols: string[], handlers: SocketHandlers) => SocketLike;

/** How long a page may take to answer with a token. */
export const TOKEN_TIMEOUT_MS = 15_000;

/** Why a token is requested. */
export interface TokenContext {
  /** The first connection, one after a drop, or one because the relay refused the last token. */
  reason: 'connect' | 'resume' | 'unauthorized';
  /** 0 for the first attempt after a drop. */
  attempt: number;
  /** Known once the relay has given the session an id. */
  sessionId?: string;
}

/** The part of `session.hello` that the page chooses. */
export interface HelloOptions {
  /** Chooses state, metrics and cues; by default the relay’s. */
  vertical?: string | undefined;
  /** One of the organization’s own models, `name` or `name@version`. */
  model?: string | undefined;
  /** A name for the microphone, trunk or queue. */
  line?: string | undefined;
  /** Where the audio comes from, for reports. */
  source?: string | undefined;
  /** One or two. */
  channels: Channel[];
  /** Which results the relay gives; empty: all that the token allows. */
  features: Feature[];
  /** How often results come and what is in them. */
  outputs?: Outputs | undefined;
  /** Whose voice activity begins and ends turns; by default the relay’s. */
  vadMode?: VadMode | undefined;
  /** When a turn is over. */
  turn?: TurnConfig | undefined;
  /** Whether cues come, and how many at most. */
  steering?: SteeringConfig | undefined;
  /** What people were told and agreed to. */
  consent?: Consent | undefined;
  /** Facts that are kept with the session. */
  metadata: Record<string, string>;
  /** W3C trace context that the relay’s traces go on from. */
  traceparent?: string | undefined;
  /** The browser or runtime, for the operator of the relay. */
  runtime?: string | undefined;
  /** `features`: no audio is sent. The program hears by itself and tells what it heard. */
  privacy?: Privacy | undefined;
  /** What it hears with, where `privacy` is `features`. */
  pageModel?: PageModel | undefined;
}

/** Where a transport connects, and what it says there. */
export interface TransportOptions {
  /** `ws:` or `wss:` address of `/v1/stream/realtime`. */
  url: string;
  /** What the session asks for, the same at each connection. */
  hello: HelloOptions;
  /** Sample rate of the audio that is sent, Hz. */
  sampleRateHz: number;
  /** How often and how long a lost connection is tried again. */
  reconnect?: ReconnectOptions | undefined;
}

/** Everything the transport uses from outside, injected. */
export interface TransportDependencies {
  /** Opens a WebSocket; {@link socketOpener} makes it of a standard one. */
  openSocket: OpenSocket;
  /** The clock and timers. */
  scheduler: Scheduler;
  /** Random number from 0 to 1, used only for jitter. */
  random: () => number;
  /** A stream token, asked for once per connection. */
  getToken: (context: TokenContext) => Promise<string>;
  /** What answers plain HTTP at the address. This distinguishes a refused upgrade from a relay that is down or elsewhere. */
  probe: () => Promise<Reach>;
  /** Called with everything that happens, in order. */
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
  /** How often the connection was made again since the start. */
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
  /** In the program’s words, for the record. */
  reason: string;
  /** How the conversation turned out, as far as that is known. */
  outcome?: Outcome | undefined;
}
