import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { LiveSession } from '../live-session.js';

/** A client that keeps guessing tokens is disconnected. */
const MAX_REFUSALS = 5;

const refusals = new WeakMap<LiveSession, number>();

/** A credential that could not open or resume the session cannot continue it either. */
const mayHold = ({ orgId, id }: LiveSession, auth: StreamAuth): boolean =>
  auth.orgId === orgId &&
  auth.scopes.includes('stream.write') &&
  (auth.sessionId === undefined || auth.isNewSession === true || auth.sessionId === id);

/** Exchanges a session's credential for a new one of the same session. The agreement stays as it is. */
export const refreshAuth = (session: LiveSession, token: string, seq: number): void => {
  const refused = (fault: SessionFault): void => {
    const count = (refusals.get(session) ?? 0) + 1;
    refusals.set(session, count);
    if (count >= MAX_REFUSALS) session.fail(fault, seq);
    else session.complain(fault, seq);
  };
  session.deps.verifyToken(token, session.link?.socket.origin).then(
    (outcome) => {
      if (session.state.kind === 'ended' || session.state.kind === 'ending') return;
      if (outcome.kind === 'refused')
        refused(new SessionFault(outcome.code, outcome.message, { param: 'token' }));
      else if (!mayHold(session, outcome.auth)) {
        refused(new SessionFault('forbidden', 'the token is not for this session', { param: 'token' }));
      } else session.authorize(outcome.auth);
    },
    (error: unknown) => {
      session.deps.log.warn({ session: session.id, error: String(error) }, 'a token could not be checked');
      session.complain(
        new SessionFault('overloaded', 'the token could not be checked now', { cause: error }),
        seq,
      );
    },
  );
};
