import { type AuditRecord, GENESIS_HASH, hashRecord } from './audit-entry.js';

export interface AuditHead {
  readonly seq: number;
  readonly hash: Uint8Array;
}

/** Whether an organization's log is still what was written. */
export type AuditVerdict =
  | { readonly kind: 'intact'; readonly entries: number; readonly headHash: Uint8Array }
  | { readonly kind: 'broken'; readonly seq: number; readonly reason: string };

/**
 * Follows the chain from its first entry to its head. It breaks if an entry was changed, removed, inserted or
 * moved, or if the end was cut off. If somebody rewrites everything from an entry on, including the head,
 * only a head that was stored elsewhere reveals it: keep what the verifier prints.
 */
export const verifyChain = async (
  records: AsyncIterable<AuditRecord>,
  head: AuditHead | undefined,
): Promise<AuditVerdict> => {
  let seq = 0;
  let previous = GENESIS_HASH;
  for await (const record of records) {
    seq += 1;
    if (record.seq !== seq) return broken(seq, 'an entry is missing');
    if (!same(record.previousHash, previous)) return broken(seq, 'it does not follow the entry before it');
    if (!same(hashRecord(record), record.hash)) return broken(seq, 'it was changed after it was written');
    previous = record.hash;
  }
  if (seq !== (head?.seq ?? 0)) return broken(seq + 1, 'the end of the log was cut off');
  if (head !== undefined && !same(head.hash, previous)) return broken(seq, 'the head names another entry');
  return { kind: 'intact', entries: seq, headHash: previous };
};

const broken = (seq: number, reason: string): AuditVerdict => ({ kind: 'broken', seq, reason });

const same = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0;
