import { settledWithin } from '../../concurrency/settled-within.js';
import type { LiveSession } from '../live-session.js';

/** The longest wait for the store before the client is told why it has no session. */
const ANSWER_MS = 1_000;
/** Pauses between tries; after half a minute the lease is over by itself. */
const RETRIES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Lets go of a session that its client never got: its name and its place are free again, its conversation goes on without it, and
 * nothing tells of its end. Resolves when that is stored, or after a second. Never rejects.
 * @param code why, for the log
 */
export const discardSession = async (session: LiveSession, code: string): Promise<void> => {
  const reason = 'its client never got the session';
  if (!session.apply({ kind: 'end_requested', code, reason })) return;
  session.steps.add(async () => {
    session.payments?.close();
    await session.host.biller?.settle(session);
    session.turnRecorder?.leave();
    await session.turnRecorder?.settled();
    await removeRow(session);
    session.apply({ kind: 'end_written' });
    session.dispose();
  });
  await settledWithin(session.steps.settled(), session.deps.timers, ANSWER_MS);
};

/** Until it succeeds, or the tries are over: then the lease is over, and the name is free again for whoever asks next. */
const removeRow = async ({ deps, orgId, id, epoch, handleHash }: LiveSession): Promise<void> => {
  const { store, timers, log } = deps;
  for (const pauseMs of [...RETRIES_MS, undefined]) {
    try {
      await store.discard({ orgId, sessionId: id, generation: epoch, handleHash });
      return;
    } catch (error) {
      log.warn({ session: id, error: String(error) }, 'a session that never began could not be removed');
    }
    if (pauseMs !== undefined) await new Promise<void>((resolve) => timers.after(pauseMs, resolve));
  }
};
