import type { ErrorCode, SessionEnded } from '@undertone/protocol';
import type { SessionName } from '../call/session-name.js';

export interface NewStream {
  /** The organization's own: another one may use the same text. */
  readonly sessionId: string;
  readonly orgId: string;
  readonly keyId?: string;
  readonly tokenId?: string;
  /** SHA-256 of the resume handle, hex. The handle itself is stored nowhere. */
  readonly handleHash: string;
  readonly vertical: string;
  /** What was agreed on, for lists and audits. Plain data, ready for JSON. */
  readonly config: object;
  /** Wall clock. */
  readonly startedAtMs: number;
  /** The plan's limit; the store refuses the session that would exceed it. */
  readonly concurrentMax: number;
}

export interface StoreRefusal {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterMs?: number;
}

export type CreateOutcome =
  { readonly kind: 'created'; readonly generation: number; readonly concurrentUsed: number } | StoreRefusal;

export interface StreamClaim {
  readonly orgId: string;
  readonly handleHash: string;
  /** When given, the handle must be this session's. */
  readonly sessionId?: string;
  /** Wall clock now; a session whose last checkpoint is older than the window is gone. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** The plan's limit; a session whose place was freed while it waited needs one again. */
  readonly concurrentMax: number;
}

/** `claimed` has already raised the generation: whoever held the session before is fenced off from then on. */
export type ClaimOutcome =
  | {
      readonly kind: 'claimed';
      readonly sessionId: string;
      readonly generation: number;
      readonly startedAtMs: number;
      readonly checkpointAtMs: number;
      /** As it was written. */
      readonly state: unknown;
      readonly concurrentUsed: number;
    }
  | { readonly kind: 'not_found' }
  | StoreRefusal;

/** A session that this process holds and whose client is back. */
export interface StreamReturn {
  readonly orgId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly concurrentMax: number;
}

export type ReturnOutcome =
  { readonly kind: 'held'; readonly concurrentUsed: number } | { readonly kind: 'fenced' } | StoreRefusal;

/** The newest state of a session; replaces the one before it. */
export interface StreamCheckpoint {
  readonly orgId: string;
  readonly sessionId: string;
  readonly generation: number;
  /** Wall clock. */
  readonly atMs: number;
  /** Plain data, ready for JSON. */
  readonly state: object;
}

export interface TurnCorrection {
  /** Absent where the whole turn was named. */
  readonly directiveId?: string;
  /** Absent in checkpoints of before corrections reached their turn. */
  readonly turnId?: string;
  readonly emotion?: string;
  readonly valence?: number;
  readonly arousal?: number;
  readonly dominance?: number;
  /** On the audio clock. */
  readonly atMs: number;
}

export interface StreamEnding {
  readonly orgId: string;
  readonly sessionId: string;
  readonly generation: number;
  /** Wall clock. */
  readonly atMs: number;
  /** Machine-readable: `client_ended`, `idle_timeout`, `max_duration`, `resume_window_expired`, `revoked` or an error code. */
  readonly code: string;
  /** What the client was or would have been told. */
  readonly ended: SessionEnded;
  /** What the client said of the outcome: csat, escalated, resolved, churned. */
  readonly outcome?: object;
  readonly corrections: readonly TurnCorrection[];
}

export interface StreamLocation {
  /** The address of the relay that holds it, as it was told to its checkpoint. */
  readonly relay?: string;
}

/**
 * Where sessions outlive the process. Every write carries the generation under which the writer holds the session;
 * a write under an older generation changes nothing and is reported as fenced.
 */
export interface StreamStore {
  create(session: NewStream): Promise<CreateOutcome>;
  /** Takes over a session that no memory holds any more. Same answer for unknown, foreign, ended and expired. */
  claim(claim: StreamClaim): Promise<ClaimOutcome>;
  /** Takes a place of the plan again where the session's was freed while its client was away. */
  regain(back: StreamReturn): Promise<ReturnOutcome>;
  /** Writes a batch. @returns those that were fenced */
  checkpoint(batch: readonly StreamCheckpoint[]): Promise<readonly StreamCheckpoint[]>;
  /** Whether some relay has a live session, and which; undefined for another organization's and none at all. */
  locate(session: SessionName): Promise<StreamLocation | undefined>;
  /** Writes the end, once. */
  end(ending: StreamEnding): Promise<'ended' | 'fenced'>;
}
