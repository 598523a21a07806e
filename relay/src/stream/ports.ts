import type { TunedModels } from '../domain/fine-tune/tuned-models.js';
import type { TrainingUtterances } from '../domain/fine-tune/training-utterances.js';
import type { ModelDescription, InferencePool } from '../inference/port.js';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { CallConfig, CallDependencies, CallEngine } from '../domain/call/call-types.js';
import type { StreamWallets } from '../domain/billing/payments.js';
import type { StreamStore } from '../domain/live/stream-store.js';
import type { SessionName } from '../domain/call/session-name.js';
import type { StreamConversations } from './conversation/stream-conversations.js';
import type { LineBook } from '../domain/lines/line-book.js';
import type { StreamSocket } from './socket.js';
import type { StreamVoices } from './voices/ports.js';

/**
 * The monotonic clock paces and measures; the wall clock only gives dates. A jump of the wall clock changes
 * no decision.
 */
export interface StreamClock {
  monotonicMs(): number;
  wallMs(): number;
}

export type Cancel = () => void;

export interface StreamTimers {
  after(ms: number, run: () => void): Cancel;
  every(ms: number, run: () => void): Cancel;
}

export interface StreamIds {
  /** A new id with this prefix: `ses`, `dir`, `turn`, `cue`. */
  newId(prefix: string): string;
  /** At least 128 random bits, printable. A client has to show this secret to resume. */
  resumeHandle(): string;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** No field may hold a secret, audio or text. */
export interface StreamLog {
  error(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  debug(fields: LogFields, message: string): void;
}

export type StreamCounter =
  | 'connections_accepted'
  | 'connections_refused'
  | 'sessions_opened'
  | 'sessions_resumed'
  | 'sessions_ended'
  | 'sessions_superseded'
  | 'messages_in'
  | 'messages_out'
  | 'messages_unknown'
  | 'audio_bytes_in'
  | 'audio_duplicate_samples'
  | 'audio_gap_samples'
  | 'edge_prosody_frames'
  | 'corrections'
  | 'observers_opened'
  | 'coalesced'
  | 'checkpoints'
  | 'checkpoint_failures'
  | 'billing_batches'
  | 'billing_failures';

export interface StreamMetrics {
  count(name: StreamCounter, by?: number): void;
  /** This side closed a socket with this close code. */
  closed(code: number): void;
  /** Time from the receipt of a span's last sample until its result is sent. */
  resultLatency(ms: number): void;
  /** Audio that was analyzed. Each span counts once. */
  audioAnalysed(ms: number): void;
}

/** Creates call analyses: the class of that name. */
export interface CallFactory {
  create(config: CallConfig, dependencies: CallDependencies): CallEngine;
  /** @throws SnapshotError when `json` is not a snapshot of this version */
  restore(json: unknown, dependencies: CallDependencies): CallEngine;
}

/** Whether a token was accepted, or why it was refused. */
export type TokenOutcome =
  | { readonly kind: 'accepted'; readonly auth: StreamAuth }
  | {
      readonly kind: 'refused';
      readonly code: 'unauthorized' | 'forbidden' | 'origin_not_allowed';
      readonly message: string;
    };

/** A person withdrew the consent to be analyzed. */
export interface ConsentWithdrawal {
  readonly orgId: string;
  readonly sessionId: string;
  /** On the audio clock. */
  readonly atMs: number;
}

/** An observer began to watch a session. */
export interface Observation {
  readonly orgId: string;
  readonly sessionId: string;
  readonly role: string;
  /** The API key behind the observer, if there is one. */
  readonly keyId: string | undefined;
}

/** A stream whose trace begins. */
export interface TracedStream extends SessionName {
  readonly keyId: string | undefined;
  /** The trace of the socket that opened it. */
  readonly parent: StreamSocket['trace'];
}

/** A live session, for whoever traces. */
export interface StreamTrace {
  /** @param code of its end; `moved` when another relay may go on with it */
  ended(code: string): void;
}

export interface StreamTraces {
  began(stream: TracedStream): StreamTrace;
  /** A socket got no session. */
  refused(parent: StreamSocket['trace'], code: string): void;
}

export interface StreamDependencies {
  readonly inference: Pick<InferencePool, 'open'> & { model(): ModelDescription };
  readonly calls: CallFactory;
  readonly store: StreamStore;
  /** What is known of lines beyond a call. Absent: every call begins with nothing. */
  readonly lines?: Pick<LineBook, 'open' | 'learn' | 'pack' | 'unpack'>;
  /** Who pays. Absent: audio costs nothing. */
  readonly payments?: StreamWallets;
  /** Writes a withdrawn consent into the organization's audit log. Absent: there is no audit log. */
  readonly noteWithdrawal?: (withdrawal: ConsentWithdrawal) => Promise<void>;
  /** Writes into the organization's audit log who watched. Absent: there is no audit log. */
  readonly noteObservation?: (observation: Observation) => Promise<void>;
  /**
   * The conversations that all routes share. Absent: a stream has no shared conversation and predicts
   * nothing.
   */
  readonly conversations?: StreamConversations;
  /** Who speaks. Absent: speakers are not told apart or recognized. */
  readonly voices?: StreamVoices;
  /** Customers' models. Absent: only the base model exists. */
  readonly models?: Pick<TunedModels, 'choose'>;
  /** Keeps turns that a correction can turn into training samples. Absent: no turns are kept. */
  readonly training?: TrainingUtterances;
  /** Absent: nothing is traced. */
  readonly traces?: StreamTraces;
  readonly clock: StreamClock;
  readonly timers: StreamTimers;
  readonly ids: StreamIds;
  readonly log: StreamLog;
  readonly metrics: StreamMetrics;
  /**
   * Redeems the token of a first message or of `auth.refresh`. A token can be used once.
   * @param admit called before the token is used up; throws when the stream is refused for a reason other
   * than its token
   */
  readonly verifyToken: (
    token: string,
    origin?: string,
    admit?: (auth: StreamAuth) => void,
  ) => Promise<TokenOutcome>;
  /**
   * The address at which pages reach exactly this relay. Observers of its sessions receive it. Absent when
   * not configured.
   */
  readonly relayUrl?: string;
  /**
   * The most sessions this process holds, detached ones included. Beyond it, new sessions are refused as
   * overloaded.
   */
  readonly maxSessions: number;
  /** Whether an error tells of a store that is away, and not of a bug. */
  readonly isOutage: (error: unknown) => boolean;
  /** Whether there is memory for another session. Absent: always. */
  readonly hasRoom?: () => boolean;
}
