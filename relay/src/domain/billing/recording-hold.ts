import { microCreditsForMs } from './credits.js';
import type { Payer } from './payer.js';
import type { HoldOrder } from './wallet.js';

/** A hold whose process died expires after this time. It is longer than any request may take. */
const HOLD_TTL_MS = 15 * 60_000;

/** What a recording costs: the duration of its decoded samples, charged once under `reference`. */
export const recordingHold = (
  { organization, keyId }: Payer,
  reference: string,
  { durationS }: { readonly durationS: number },
): HoldOrder => ({
  orgId: organization.id,
  keyId,
  kind: 'analysis',
  reference,
  microCredits: microCreditsForMs(durationS * 1000),
  ttlMs: HOLD_TTL_MS,
});
