import type { CloseCode, ErrorMessage, SessionEnded } from '@undertone/protocol';
import type { SessionFault } from '../domain/live/session-fault.js';
import type { Codec } from './wires/wire.js';
import type { StreamSocket } from './socket.js';
import { defined } from '../domain/defined.js';

/** The connection that a session is attached to. */
export interface Link {
  readonly socket: StreamSocket;
  readonly codec: Codec;
  /** Round-trip time of the newest ping that was answered. */
  readonly rttMs: number | undefined;
  /** Sends a ping to measure {@link rttMs} again. */
  ping(): void;
  /** Tells the client what is wrong and closes. After this the link calls nothing. */
  fail(fault: SessionFault, refSeq?: number): void;
  /** Tells the end of a session that this link asks for in vain, and closes. */
  farewell(ended: SessionEnded): void;
  /** Closes without an error: all messages were sent. */
  close(close: Pick<CloseCode, 'code' | 'name'>): void;
}

/** The message that is sent before a close. */
export const errorMessage = (fault: SessionFault, fatal: boolean, refSeq = fault.refSeq): ErrorMessage => ({
  code: fault.code,
  message: fault.message,
  fatal,
  retryable: fault.retryable,
  ...defined({ retryAfterMs: fault.retryAfterMs }),
  ...(refSeq !== undefined && refSeq > 0 && { refSeq }),
  ...defined({ param: fault.param }),
});
