import type { ErrorCode, SessionEnded } from '@undertone/protocol';
import type { SessionName } from '../call/session-name.js';

export interface NewStream {
  /** Unique within the organization. Another organization may use the same id. */
  readonly sessionId: string;
  readonly orgId: string;
  readonly keyId?: string;
  readonly tokenId?: string;
  /** SHA-256 of the resume handle, hex. The handle itself is never stored. */
  readonly handleHash: string;
  readonly vertical: string;
  /** The agreed configuration, by which live calls are found. That of a checkpoint takes its place. Plain data, ready for JSON. */
  readonly config: object;
  /** Wall clock. */
  readonly startedAtMs: number;
  /** The plan's limit. The store refuses a session that would exceed it. */
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
  /** If given, the handle must belong to this session. */
  readonly sessionId?: string;
  /** Current wall clock. A session whose last checkpoint, or whose beginning, is older than the window is gone. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** The plan's limit. A session whose place was freed while it waited needs a new place. */
  readonly concurrentMax: number;
}

/** `claimed` has already raised the generation, so the former holder of the session is fenced off. */
export type ClaimOutcome =
  | {
      readonly kind: 'claimed';
      readonly sessionId: string;
      readonly generation: number;
      readonly startedAtMs: number;
      /** When its state was stored; when it began, where there is none. */
      readonly checkpointAtMs: number;
      /** The state as it was stored. Absent: its relay died before the first checkpoint. */
      readonly state?: unknown;
      /** What was agreed when it began, or as of its checkpoint. */
      readonly config: unknown;
      /** What was known of its line and voices. */
      readonly heardLine?: Uint8Array;
      readonly concurrentUsed: number;
    }
  /** It ended within the window. `ended` is what its client was told or would have been, without the words. */
  | { readonly kind: 'ended'; readonly ended: SessionEnded }
  | { readonly kind: 'not_found' }
  | StoreRefusal;

/** A stream that was opened and never became ready. */
export interface StreamOpening {
  readonly orgId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly handleHash: string;
}

/** A session held by this process whose client has come back. */
export interface StreamReturn {
  readonly orgId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly concurrentMax: number;
}

/** A live session as a process holds it. */
export interface HeldStream {
  readonly orgId: string;
  readonly sessionId: string;
  readonly generation: number;
}

export type ReturnOutcome =
  { readonly kind: 'held'; readonly concurrentUsed: number } | { readonly kind: 'fenced' } | StoreRefusal;

/** The newest state of a session. It replaces the state before. */
export interface StreamCheckpoint {
  readonly orgId: string;
  readonly sessionId: string;
  readonly generation: number;
  /** Wall clock. */
  readonly atMs: number;
  /** Plain data, ready for JSON. */
  readonly state: object;
  /** The client closed its socket itself: until it is back, the session holds no place in the plan. */
  readonly hasLeft?: boolean;
  /** What is known of its line and voices: sums, no audio. Absent: as it was stored before. */
  readonly heardLine?: Uint8Array;
}

export interface TurnCorrection {
  /** Absent when the correction is for the whole turn. */
  readonly directiveId?: string;
  /** Absent in older checkpoints. */
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
  /** The end message that the client got or would have got. */
  readonly ended: SessionEnded;
  /** The outcome from the client: csat, escalated, resolved, churned. */
  readonly outcome?: object;
  readonly corrections: readonly TurnCorrection[];
}

export interface StreamLocation {
  /** The address of the relay that holds the session, from its checkpoint. */
  readonly relay?: string;
}

/**
 * Storage in which sessions outlive the process. Every write has the generation under which the writer holds the session. A
 * write with an older generation changes nothing and is reported as fenced.
 */
export interface StreamStore {
  /** Takes the name. One whose opener died before the first checkpoint is free again when its lease is over. */
  create(session: NewStream): Promise<CreateOutcome>;
  /** Frees the name and the place of a stream that its client never got. Changes nothing once it has a checkpoint. */
  discard(opening: StreamOpening): Promise<void>;
  /** Takes over a session that no process holds in memory. The answer is the same for unknown, foreign and expired. */
  claim(claim: StreamClaim): Promise<ClaimOutcome>;
  /** Takes a new place of the plan if the session's place was freed while its client was away. */
  regain(back: StreamReturn): Promise<ReturnOutcome>;
  /** Whether another process has claimed the session since. False for one that is over or deleted. */
  hasMoved(held: HeldStream): Promise<boolean>;
  /** Writes a batch. @returns the fenced ones */
  checkpoint(batch: readonly StreamCheckpoint[]): Promise<readonly StreamCheckpoint[]>;
  /** The relay that has a live session; undefined for another organization's session and for an unknown one. */
  locate(session: SessionName): Promise<StreamLocation | undefined>;
  /** Writes the end, once. */
  end(ending: StreamEnding): Promise<'ended' | 'fenced'>;
}
