import type { AppliedPayments } from '../../domain/billing/apply-payments.js';
import type { LedgerLine } from '../../domain/billing/wallet-draft.js';

/** A ledger line that was there before the batch. */
export interface KnownLine {
  readonly org_id: string;
  readonly kind: LedgerLine['kind'];
  readonly reference: string;
  readonly micro_credits: number;
  readonly key_id: string | null;
  /** UTC. */
  readonly day: string;
}

/** Added to a day's usage of a key. */
export interface StreamUsage {
  readonly org_id: string;
  readonly day: string;
  readonly key_id: string;
  micro_credits: number;
  operations: number;
}

/**
 * What a batch adds to usage, by organization, day and key. A returned second counts on the day it was
 * charged: a stream's last second may begin before midnight and end after it.
 */
export const addedUsage = (
  changes: readonly { readonly orgId: string; readonly applied: AppliedPayments }[],
  known: readonly KnownLine[],
  today: string,
): readonly StreamUsage[] => {
  const sums = new Map<string, StreamUsage>();
  const sumOf = (orgId: string, day: string, keyId = '') => {
    const name = `${orgId} ${day} ${keyId}`;
    const found = sums.get(name);
    if (found !== undefined) return found;
    const fresh = { org_id: orgId, day, key_id: keyId, micro_credits: 0, operations: 0 };
    sums.set(name, fresh);
    return fresh;
  };
  const charges = new Map(
    known
      .filter(({ kind }) => kind === 'stream')
      .map((charge) => [`${charge.org_id} ${charge.reference}`, charge]),
  );
  for (const { orgId, applied } of changes) {
    for (const { kind, reference, microCredits, request } of applied.lines) {
      // A second charged in this same batch is not in the known lines yet.
      const charge = kind === 'stream_return' ? charges.get(`${orgId} ${reference}`) : undefined;
      const sum =
        charge === undefined
          ? sumOf(orgId, today, request.keyId)
          : sumOf(orgId, charge.day, charge.key_id ?? undefined);
      sum.micro_credits -= microCredits;
    }
    for (const { keyId } of applied.begun) sumOf(orgId, today, keyId).operations += 1;
  }
  return [...sums.values()];
};
