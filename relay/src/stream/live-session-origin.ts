import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { ModelChoice } from '../domain/fine-tune/tuned-models.js';
import type { SessionConfig } from '../domain/live/session-config.js';
import type { UsageBiller } from './billing/usage-biller.js';
import type { SavedStream } from './lifetime/saved-stream.js';
import type { LiveSession } from './live-session.js';
import type { StreamSocket } from './socket.js';

/** Where a session comes from: a handshake, or the state that another process left in the store. */
export interface LiveSessionOrigin {
  readonly id: string;
  readonly auth: StreamAuth;
  readonly config: SessionConfig;
  /** The customer's model that analyzes the session. Absent: the base model. */
  readonly model?: ModelChoice;
  readonly handleHash: string;
  /** The epoch with which this process holds the session in the store. */
  readonly epoch: number;
  /** The trace of the socket that opened it. */
  readonly trace?: StreamSocket['trace'];
  /** On the wall clock. */
  readonly startedAtMs: number;
  /** Present when another process had the session before: its saved state, and where its audio continues. */
  readonly restored?: {
    readonly saved: SavedStream;
    readonly startSamples: readonly number[];
    readonly aheadMs: number;
  };
}

/** What a session needs from the code that owns it. */
export interface LiveSessionHost {
  /** Absent when audio costs nothing. */
  readonly biller: UsageBiller | undefined;
  /** The session has released everything and must be removed. */
  ended(session: LiveSession): void;
  /** The socket is gone, so the state should be saved soon. */
  checkpointSoon(session: LiveSession): void;
  /** Runs what takes the session's place again, which no checkpoint gives back meanwhile. */
  whileReturning<T>(session: LiveSession, regain: () => Promise<T>): Promise<T>;
}
