import { MICRO_CREDITS_PER_CREDIT } from '../../domain/billing/credits.js';
import type { LiveSession } from '../live-session.js';
import type { SavedStream } from '../lifetime/saved-stream.js';

const MICRO_CREDITS_PER_MS = MICRO_CREDITS_PER_CREDIT / 1_000;

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
  const unheardMs = progress.limit(Math.max(processedMs, paid / MICRO_CREDITS_PER_MS));
  // Audio of a pause is received and discarded.
  if (pause === null) ingest.receivedMs -= unheardMs;
};
