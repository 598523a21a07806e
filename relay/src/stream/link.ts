import type { CloseCode, ErrorMessage } from '@undertone/protocol';
import type { SessionFault } from '../domain/live/session-fault.js';
import type { Codec } from './codec.js';
import type { SocketLike } from './socket.js';
import { defined } from '../domain/defined.js';

/** The connection that a session is attached to. */
export interface Link {
  readonly socket: SocketLike;
  readonly codec: Codec;
  /** Of the newest ping that was answered. */
  readonly rttMs: number | undefined;
  /** Measures {@link rttMs} anew. */
  ping(): void;
  /** Tells the client what is wrong and closes. Afterwards the link calls nothing any more. */
  fail(fault: SessionFault, refSeq?: number): void;
  /** Closes without an error: everything was said. */
  close(close: Pick<CloseCode, 'code' | 'name'>): void;
}

/** The message that precedes a close. */
export const errorMessage = (fault: SessionFault, fatal: boolean, refSeq?: number): ErrorMessage => ({
  code: fault.code,
  message: fault.message,
  fatal,
  retryable: fault.retryable,
  ...defined({ retryAfterMs: fault.retryAfterMs }),
  ...(refSeq !== undefined && refSeq > 0 && { refSeq }),
  ...defined({ param: fault.param }),
});
