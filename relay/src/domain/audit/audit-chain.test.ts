import { describe, expect, it } from 'vitest';
import { type AuditHead, verifyChain } from './audit-chain.js';
import { type AuditRecord, GENESIS_HASH, hashRecord } from './audit-entry.js';

const entry = (seq: number, previousHash: Uint8Array, detail = '{}'): AuditRecord => {
  const written = {
    orgId: 'org_1',
    seq,
    at: new Date(seq * 1_000),
    actor: 'operator',
    action: 'plan.changed',
    detail,
    previousHash,
  };
  return { ...written, hash: hashRecord(written) };
};

/** Three entries as they were written. */
const written = (): [AuditRecord, AuditRecord, AuditRecord] => {
  const first = entry(1, GENESIS_HASH);
  const second = entry(2, first.hash);
  return [first, second, entry(3, second.hash)];
};
const headOf = ({ seq, hash }: AuditRecord): AuditHead => ({ seq, hash });

const verify = (records: readonly AuditRecord[], head: AuditHead | undefined) =>
  verifyChain(
    (async function* () {
      await Promise.resolve();
      yield* records;
    })(),
    head,
  );

describe('the chain of an audit log', () => {
  it('is intact as it was written, and where nothing was written yet', async () => {
    const [first, second, third] = written();
    expect(await verify([first, second, third], headOf(third))).toEqual({
      kind: 'intact',
      entries: 3,
      headHash: third.hash,
    });
    expect(await verify([], undefined)).toEqual({ kind: 'intact', entries: 0, headHash: GENESIS_HASH });
  });

  it('breaks where an entry was taken out, also if those after it have its number', async () => {
    const [first, , third] = written();
    expect(await verify([first, third], headOf(third))).toMatchObject({ kind: 'broken', seq: 2 });
    const moved = { ...third, seq: 2 };
    const renumbered = { ...moved, hash: hashRecord(moved) };
    expect(await verify([first, renumbered], headOf(renumbered))).toEqual({
      kind: 'broken',
      seq: 2,
      reason: 'it does not follow the entry before it',
    });
  });

  it('breaks where an entry has another number than its place', async () => {
    const [first, second] = written();
    const late = entry(3, first.hash);
    expect(await verify([first, late], { seq: 2, hash: late.hash })).toEqual({
      kind: 'broken',
      seq: 2,
      reason: 'an entry is missing',
    });
    expect(await verify([second], headOf(second))).toMatchObject({ kind: 'broken', seq: 1 });
  });

  it('breaks where a field was changed', async () => {
    const [first, second, third] = written();
    const changed = { ...second, detail: '{"plan":"enterprise"}' };
    expect(await verify([first, changed, third], headOf(third))).toEqual({
      kind: 'broken',
      seq: 2,
      reason: 'it was changed after it was written',
    });
  });

  it('breaks where the end was cut off, or made anew under the old head', async () => {
    const [first, second, third] = written();
    expect(await verify([first, second], headOf(third))).toMatchObject({ kind: 'broken', seq: 3 });
    const other = entry(3, second.hash, '{"plan":"pro"}');
    expect(await verify([first, second, other], headOf(third))).toEqual({
      kind: 'broken',
      seq: 3,
      reason: 'the head names another entry',
    });
  });
});
