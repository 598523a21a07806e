import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { IdempotencyRepository } from './idempotency-repository.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

describe.each(DATABASES)('remembered answers on $name', ({ open }) => {
  let opened: TestDatabase;
  let answers: IdempotencyRepository;

  beforeAll(async () => {
    opened = await open();
    answers = new IdempotencyRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  const claimOf = (orgId: string, key: string, at: Date, body = 1) => ({
    orgId,
    key,
    method: 'POST',
    path: '/v1/api-keys',
    requestId: newId('req'),
    fingerprint: Buffer.alloc(32, body),
    now: at,
    lockedUntil: new Date(at.getTime() + 1_000),
    expiresAt: new Date(at.getTime() + 10_000),
  });

  type Claim = ReturnType<typeof claimOf>;
  /** A claim that was the first. */
  const heldOf = (claim: Claim, workId = claim.requestId) => ({ ...claim, workId });
  const answerOf = (status: number, text: string) => ({ status, sealed: Buffer.from(text), sessionIds: [] });

  it('let exactly one of many claims to an idempotency key be the first', async () => {
    const orgId = await addOrganization(opened.database.queries);
    const key = newId('try');
    const claims = Array.from({ length: 20 }, () => claimOf(orgId, key, NOW));
    const outcomes = await Promise.all(claims.map((claim) => answers.claim(claim)));
    const first = outcomes.findIndex(({ kind }) => kind === 'first');
    expect(outcomes.filter(({ kind }) => kind === 'first')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'running')).toHaveLength(19);
    await answers.complete(heldOf(claims[first]!), answerOf(201, 'sealed'));
    const done = await answers.claim(claimOf(orgId, key, later(5_000), 2));
    expect(done).toMatchObject({ kind: 'done', status: 201 });
    expect(done.kind === 'done' && Buffer.from(done.answer).toString()).toBe('sealed');
  });

  it('give the key of a dead relay to the same request only', async () => {
    const orgId = await addOrganization(opened.database.queries);
    const key = newId('try');
    const dead = claimOf(orgId, key, NOW);
    await answers.claim(dead);
    expect(await answers.claim(claimOf(orgId, key, later(999)))).toMatchObject({ kind: 'running' });
    expect(await answers.claim(claimOf(orgId, key, later(1_001), 2))).toMatchObject({ kind: 'running' });
    const again = claimOf(orgId, key, later(1_002));
    // What the dead relay charged under the id of its request is not charged again.
    expect(await answers.claim(again)).toEqual({ kind: 'first', workId: dead.requestId });
    // The dead relay is back, but it has lost the key.
    await answers.complete(heldOf(dead), answerOf(500, 'late'));
    await answers.unlock(heldOf(dead));
    await answers.abandon(heldOf(dead));
    expect(await answers.claim(claimOf(orgId, key, later(1_003)))).toMatchObject({ kind: 'running' });
    await answers.complete(heldOf(again, dead.requestId), answerOf(200, 'sealed'));
    expect(await answers.claim(claimOf(orgId, key, later(1_003)))).toMatchObject({
      kind: 'done',
      status: 200,
    });
  });

  it('go on with an unlocked request under its id, and begin another body anew', async () => {
    const orgId = await addOrganization(opened.database.queries);
    const key = newId('try');
    const failed = claimOf(orgId, key, NOW);
    await answers.claim(failed);
    await answers.unlock(heldOf(failed));
    const retry = claimOf(orgId, key, later(1));
    expect(await answers.claim(retry)).toEqual({ kind: 'first', workId: failed.requestId });
    await answers.unlock(heldOf(retry, failed.requestId));
    const other = claimOf(orgId, key, later(2), 2);
    expect(await answers.claim(other)).toEqual({ kind: 'first', workId: other.requestId });
    const expired = claimOf(orgId, key, later(20_000), 2);
    expect(await answers.claim(expired)).toEqual({ kind: 'first', workId: expired.requestId });
  });

  it('forget an expired answer, and an abandoned one', async () => {
    const orgId = await addOrganization(opened.database.queries);
    const [old, dropped] = [claimOf(orgId, newId('try'), NOW), claimOf(orgId, newId('try'), NOW)];
    await answers.claim(old);
    await answers.complete(heldOf(old), answerOf(200, 'sealed'));
    await answers.claim(dropped);
    await answers.abandon(heldOf(dropped));
    for (const fresh of [claimOf(orgId, dropped.key, later(1)), claimOf(orgId, old.key, later(10_000), 3)])
      expect(await answers.claim(fresh)).toEqual({ kind: 'first', workId: fresh.requestId });
    expect(await answers.forgetExpired(later(3_600_000))).toBeGreaterThan(0);
  });
});
