import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { ModelChoice } from '../domain/fine-tune/tuned-models.js';
import type { SessionConfig } from '../domain/live/session-config.js';
import type { UsageBiller } from './billing/usage-biller.js';
import type { SavedStream } from './lifetime/saved-stream.js';
import type { LiveSession } from './live-session.js';

/** Where a session comes from: a handshake, or what another process left in the store. */
export interface LiveSessionOrigin {
  readonly id: string;
  readonly auth: StreamAuth;
  readonly config: SessionConfig;
  /** The customer's model that reads it; absent, the base model. */
  readonly model?: ModelChoice;
  readonly handleHash: string;
  /** Under which this process holds the session in the store. */
  readonly epoch: number;
  /** Wall clock. */
  readonly startedAtMs: number;
  /** Present when the session goes on after another process: its state, and where its audio goes on. */
  readonly restored?: {
    readonly saved: SavedStream;
    readonly startSamples: readonly number[];
    readonly aheadMs: number;
  };
}

/** What a session needs of those who keep it. */
export interface LiveSessionHost {
  /** Absent where audio costs nothing. */
  readonly biller: UsageBiller | undefined;
  /** The session holds nothing any more and must be forgotten. */
  ended(session: LiveSession): void;
  /** The state should be written soon: the socket is gone. */
  checkpointSoon(session: LiveSession): void;
}
