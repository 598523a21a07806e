import { paidMsOf } from '../../domain/billing/credits.js';
import type { LiveSession } from '../live-session.js';
import type { SavedStream } from '../lifetime/saved-stream.js';

/**
 * Whatever lies between a checkpoint and the position of its client was taken for audio. What nobody has paid for was none:
 * its former relay passed over a gap, or was paused.
 */
export const countPaidAlone = (
  { payments, progress, ingest }: Pick<LiveSession, 'payments' | 'progress' | 'ingest'>,
  { processedMs, pause }: SavedStream,
): void => {
  const paid = payments?.answer?.chargedMicroCredits;
  if (paid === undefined) return;
  const unheardMs = progress.limit(Math.max(processedMs, paidMsOf(paid)));
  // Audio of a pause is received and discarded.
  if (pause === null) ingest.receivedMs -= unheardMs;
};
