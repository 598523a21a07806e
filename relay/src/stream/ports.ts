import type { TunedModels } from '../domain/fine-tune/tuned-models.js';
import type { TrainingUtterances } from '../domain/fine-tune/training-utterances.js';
import type { ModelDescription, InferencePool } from '../inference/port.js';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { CallConfig, CallDependencies, CallEngine } from '../domain/call/call-types.js';
import type { StreamWallets } from '../domain/billing/payments.js';
import type { StreamStore } from '../domain/live/stream-store.js';
import type { StreamConversations } from './conversation/turn-recorder.js';
import type { StreamVoices } from './voices/ports.js';

/** The monotonic clock paces and times; the wall clock only dates. A step of the latter changes no decision. */
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
  /** A fresh id with this prefix: `ses`, `dir`, `turn`, `cue`. */
  newId(prefix: string): string;
  /** At least 128 random bits, printable: the secret that a resume has to show. */
  resumeHandle(): string;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** No field ever holds a secret, audio or text. */
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
  /** A socket that this side closed, by close code. */
  closed(code: number): void;
  /** From the receipt of a span's last sample to its result being sent. */
  resultLatency(ms: number): void;
  /** Audio that was analysed, each span once. */
  audioAnalysed(ms: number): void;
}

/** What makes conversations: the class of that name. */
export interface CallFactory {
  create(config: CallConfig, dependencies: CallDependencies): CallEngine;
  /** @throws SnapshotError when `json` is not a snapshot of this version */
  restore(json: unknown, dependencies: CallDependencies): CallEngine;
}

/** Why a token was refused. */
export type TokenOutcome =
  | { readonly kind: 'accepted'; readonly auth: StreamAuth }
  | {
      readonly kind: 'refused';
      readonly code: 'unauthorized' | 'forbidden' | 'origin_not_allowed';
      readonly message: string;
    };

/** Somebody took the consent to be analysed back. */
export interface ConsentWithdrawal {
  readonly orgId: string;
  readonly sessionId: string;
  /** On the audio clock. */
  readonly atMs: number;
}

/** Somebody began to watch a session. */
export interface Observation {
  readonly orgId: string;
  readonly sessionId: string;
  readonly role: string;
  /** The API key behind it, where there is one. */
  readonly keyId: string | undefined;
}

export interface StreamDependencies {
  readonly inference: Pick<InferencePool, 'open'> & { model(): ModelDescription };
  readonly calls: CallFactory;
  readonly store: StreamStore;
  /** Who pays. Absent, audio costs nothing. */
  readonly payments?: StreamWallets;
  /** Writes a withdrawn consent into the organisation's audit log. Absent, nobody keeps one. */
  readonly noteWithdrawal?: (withdrawal: ConsentWithdrawal) => Promise<void>;
  /** Writes who watched into the organisation's audit log. Absent, nobody keeps one. */
  readonly noteObservation?: (observation: Observation) => Promise<void>;
  /** The conversations that all routes share. Absent, a stream is on its own and predicts nothing. */
  readonly conversations?: StreamConversations;
  /** Who speaks. Absent, nobody is told apart or recognised. */
  readonly voices?: StreamVoices;
  /** Customers' models. Absent, there is the base model. */
  readonly models?: Pick<TunedModels, 'choose'>;
  /** Where turns wait for a correction, to be trained on. Absent, none is. */
  readonly training?: TrainingUtterances;
  readonly clock: StreamClock;
  readonly timers: StreamTimers;
  readonly ids: StreamIds;
  readonly log: StreamLog;
  readonly metrics: StreamMetrics;
  /**
   * For a token in the first message, and for `auth.refresh`. Redeems it: a token is good once.
   * @param admit called before it is used up; throws where the stream is refused for another reason than its token
   */
  readonly verifyToken: (
    token: string,
    origin?: string,
    admit?: (auth: StreamAuth) => void,
  ) => Promise<TokenOutcome>;
  /** Where pages reach this very relay; told to observers of sessions that it holds. Absent where nobody said so. */
  readonly relayUrl?: string;
  /** Sessions this process holds at most, detached ones included; beyond it new ones are refused as overloaded. */
  readonly maxSessions: number;
}
