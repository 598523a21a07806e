import type { LiveSession } from '../live-session.js';

/** Analyzes what is buffered now and reports how far that went. */
export const flush = (session: LiveSession): void => {
  const flushed = flushAnalysis(session);
  session.steps.add(async () => {
    await flushed;
    session.outbox.cork(() => {
      session.acknowledgements.acknowledgeAll();
      const throughSample = session.ingest.clocks.map(({ acknowledgeable }) => acknowledgeable);
      session.outbox.post({ kind: 'flushed', value: { throughSample } });
    });
  });
};

/**
 * Resolves when everything handed over so far has a result and the result has left. Never rejects: a failure
 * comes as a fault.
 */
export const flushAnalysis = (session: LiveSession): Promise<void> => {
  const { inference } = session.ingest;
  if (inference === undefined) return Promise.resolve();
  return inference
    .flush()
    .catch((error: unknown) => {
      session.deps.log.warn({ session: session.id, error: String(error) }, 'a flush failed');
    })
    .then(() => session.paymentGate.settled());
};
