import { SessionFault } from '../../domain/live/session-fault.js';
import type { LiveSession } from '../live-session.js';
import { openSession, type OpeningContext, type OpeningRequest } from './opening.js';
import { resumeSession } from './resuming.js';

/**
 * Opens the session that a hello asks for, or takes up the one that it continues.
 * @throws SessionFault for any reason to refuse it
 */
export const openOrContinue = async (
  context: OpeningContext,
  request: OpeningRequest,
): Promise<LiveSession | undefined> => {
  const { hello, handles } = request;
  if (hello.resume !== undefined) return resumeSession(context, request, hello.resume);
  // The name in this hello is that of a new session.
  const nameless = { ...hello };
  Reflect.deleteProperty(nameless, 'sessionId');
  for (const handle of handles?.former ?? []) {
    try {
      const resume = { handle, lastServerSeq: 0, nextSample: [] };
      return await resumeSession(context, { ...request, hello: nameless }, resume);
    } catch (error) {
      // Nothing of that name is here any more: the call goes on in a session of its own.
      if (!(error instanceof SessionFault) || error.code !== 'session_not_found') throw error;
    }
  }
  return openSession(context, request);
};
