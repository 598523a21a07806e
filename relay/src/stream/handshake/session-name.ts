import type { SessionHello } from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { isSessionId } from '../../domain/conversations/session-id.js';
import { invalidField, SessionFault } from '../../domain/live/session-fault.js';
import type { StreamDependencies } from '../ports.js';

/** What may name a session. */
interface NamingRequest {
  readonly auth: StreamAuth;
  readonly hello: SessionHello;
}

/**
 * The session that the token or the hello names, if any.
 * @throws SessionFault `forbidden` when they name different ones
 */
const namedSession = ({ auth, hello }: NamingRequest): string | undefined => {
  if (auth.sessionId === undefined || hello.sessionId === undefined) return auth.sessionId ?? hello.sessionId;
  if (hello.sessionId === auth.sessionId) return auth.sessionId;
  throw new SessionFault('forbidden', 'the token names another session', { param: 'session_id' });
};

/**
 * The same for a resumed session. A token that was not bound to a given session uses the session of the
 * handle.
 */
export const resumedSession = (request: NamingRequest): string | undefined =>
  request.auth.isNewSession === true ? request.hello.sessionId : namedSession(request);

/**
 * The name of a new session; one is made up where nobody gave it.
 * @throws SessionFault `forbidden` for two names; `validation_error` for one that no session can have
 */
export const newSessionName = (request: NamingRequest, deps: Pick<StreamDependencies, 'ids'>): string => {
  const named = namedSession(request);
  if (named === undefined) return deps.ids.newId('ses');
  if (request.auth.sessionId !== undefined || isSessionId(named)) return named;
  throw invalidField('session_id', '1 to 128 characters of well-formed text, not "." or ".."');
};
