import { settledWithin } from '../../concurrency/settled-within.js';
import type { LiveSession } from '../live-session.js';

/** The longest wait for the store, which must not keep a client that is back. */
const ANSWER_MS = 1_000;

/**
 * Whether another relay has taken the session up since. A session without a socket writes nothing while nothing happens, so that
 * this relay does not learn it by itself. False where the store does not answer: then nobody can have claimed the session for long.
 * Never rejects.
 */
export const hasMoved = async ({ deps, id, orgId, epoch }: LiveSession): Promise<boolean> => {
  let moved = false;
  const asked = deps.store.hasMoved({ orgId, sessionId: id, generation: epoch }).then(
    (answer) => {
      moved = answer;
    },
    (error: unknown) => {
      deps.log.warn({ session: id, error: String(error) }, 'could not ask who holds a session');
    },
  );
  await settledWithin(asked, deps.timers, ANSWER_MS);
  return moved;
};
