import type { SessionHello } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';

/** For what may not come as the first message of a connection. */
export const beforeHello = (what: string): SessionFault =>
  new SessionFault('protocol_error', `${what} came before session.hello`, { param: 'type' });

/** An observer may send its token in a hello (RT4). Such a hello must not open a session. @throws SessionFault */
export const greetsOnly = ({ channels, sampleRate, resume, sessionId }: SessionHello): void => {
  if (channels.length === 0 && sampleRate === undefined && resume === undefined && sessionId === undefined)
    return;
  throw new SessionFault('forbidden', 'the credential has no scope stream.write: it opens no session');
};
