import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '../../domain/accounts/member.js';
import type { NewApiKey } from '../../domain/keys/api-keys.js';
import { newId } from '../../domain/ids.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { ApiKeyRepository } from '../keys/api-key-repository.js';
import { AuditRepository } from '../audit/audit-repository.js';
import { IdempotencyRepository } from '../idempotency/idempotency-repository.js';
import { MemberRepository } from '../members/member-repository.js';
import { OrganizationRepository } from './organization-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

describe.each(DATABASES)('accounts on $name', ({ open }) => {
  let opened: TestDatabase;
  let organizations: OrganizationRepository;
  let members: MemberRepository;
  let answers: IdempotencyRepository;
  beforeAll(async () => {
    opened = await open();
    const { queries } = opened.database;
    organizations = new OrganizationRepository(queries);
    members = new MemberRepository(queries);
    answers = new IdempotencyRepository(queries);
  }, 120_000);
  afterAll(() => opened.close());

  const createOrganization = async (owner?: (orgId: string) => Member): Promise<string> => {
    const id = newId('org');
    const organization = { id, name: 'Acme', plan: 'free' as const, policy: DEFAULT_POLICY };
    await organizations.create(organization, NOW, owner?.(id));
    return id;
  };
  const aMember = (orgId: string, email: string): Member => ({
    id: newId('mem'),
    orgId,
    email,
    role: 'owner',
    createdAt: NOW,
  });

  it('keep an organization with its owner, and record its changes', async () => {
    const id = await createOrganization((orgId) => aMember(orgId, 'owner@acme.example'));
    expect(await members.list(id)).toMatchObject([{ email: 'owner@acme.example', role: 'owner' }]);
    const changed = await organizations.change(
      id,
      { plan: 'pro', policy: { noEmployeesRecorded: true } },
      'operator',
      later(1),
    );
    expect(changed).toMatchObject({ plan: 'pro', policy: { ...DEFAULT_POLICY, noEmployeesRecorded: true } });
    expect(await organizations.find(id)).toMatchObject({ plan: 'pro' });
    expect((await organizations.list()).map((each) => each.id)).toContain(id);
    const audit = new AuditRepository(opened.database.queries);
    expect((await audit.list(id, 2)).map(({ action }) => action)).toEqual(['policy.changed', 'plan.changed']);
    expect(await organizations.change(newId('org'), { plan: 'pro' }, 'operator', NOW)).toBeUndefined();
  });

  it('record nothing when nothing was changed', async () => {
    const id = await createOrganization();
    await organizations.change(id, { plan: 'free', name: 'Acme', policy: {} }, 'operator', NOW);
    const audit = new AuditRepository(opened.database.queries);
    expect((await audit.list(id, 9)).map(({ action }) => action)).toEqual(['organization.created']);
  });

  it('keep an e-mail address once in an organization, whatever its case, and in several organizations', async () => {
    const [one, two] = [await createOrganization(), await createOrganization()];
    expect(await members.add(aMember(one, 'a@acme.example'), 'operator')).toBe(true);
    expect(await members.add(aMember(one, 'A@acme.example'), 'operator')).toBe(false);
    expect(await members.add(aMember(two, 'a@acme.example'), 'operator')).toBe(true);
    const [member] = await members.list(one);
    expect(await members.remove(two, member!.id, 'operator', NOW)).toBeUndefined();
    expect(await members.remove(one, member!.id, 'operator', NOW)).toEqual([]);
    expect(await members.list(one)).toEqual([]);
  });

  it('keep no more API keys than allowed when several are added at once', async () => {
    const orgId = await createOrganization();
    const keys = new ApiKeyRepository(opened.database.queries);
    const aKey = (): NewApiKey => ({
      id: newId('key'),
      orgId,
      name: 'one of many',
      prefix: 'ut_live_',
      hash: randomBytes(32),
      checksummed: true,
      createdAt: NOW,
      expiresAt: undefined,
      rateLimit: undefined,
      scopes: undefined,
    });
    const added = await Promise.all(Array.from({ length: 12 }, () => keys.add(aKey(), 'operator', 3)));
    expect(added.filter(Boolean)).toHaveLength(3);
    expect(await keys.list(orgId)).toHaveLength(3);
  });

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

  const answerOf = (status: number, text: string) => ({ status, sealed: Buffer.from(text), sessionIds: [] });

  it('let exactly one of many claims to an idempotency key be the first', async () => {
    const orgId = await createOrganization();
    const key = newId('try');
    const claims = Array.from({ length: 20 }, () => claimOf(orgId, key, NOW));
    const outcomes = await Promise.all(claims.map((claim) => answers.claim(claim)));
    const first = outcomes.findIndex(({ kind }) => kind === 'first');
    expect(outcomes.filter(({ kind }) => kind === 'first')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'running')).toHaveLength(19);
    await answers.complete(claims[first]!, answerOf(201, 'sealed'));
    const done = await answers.claim(claimOf(orgId, key, later(5_000), 2));
    expect(done).toMatchObject({ kind: 'done', status: 201 });
    expect(done.kind === 'done' && Buffer.from(done.answer).toString()).toBe('sealed');
  });

  it('give the key of a dead relay to the same request only', async () => {
    const orgId = await createOrganization();
    const key = newId('try');
    const dead = claimOf(orgId, key, NOW);
    await answers.claim(dead);
    expect(await answers.claim(claimOf(orgId, key, later(999)))).toMatchObject({ kind: 'running' });
    expect(await answers.claim(claimOf(orgId, key, later(1_001), 2))).toMatchObject({ kind: 'running' });
    const again = claimOf(orgId, key, later(1_002));
    expect(await answers.claim(again)).toEqual({ kind: 'first' });
    // The dead relay is back, but it has lost the key.
    await answers.complete(dead, answerOf(500, 'late'));
    await answers.abandon(dead);
    await answers.complete(again, answerOf(200, 'sealed'));
    expect(await answers.claim(claimOf(orgId, key, later(1_003)))).toMatchObject({
      kind: 'done',
      status: 200,
    });
  });

  it('forget an expired answer, and an abandoned one', async () => {
    const orgId = await createOrganization();
    const [old, dropped] = [claimOf(orgId, newId('try'), NOW), claimOf(orgId, newId('try'), NOW)];
    await answers.claim(old);
    await answers.complete(old, answerOf(200, 'sealed'));
    await answers.claim(dropped);
    await answers.abandon(dropped);
    expect(await answers.claim(claimOf(orgId, dropped.key, later(1)))).toEqual({ kind: 'first' });
    expect(await answers.claim(claimOf(orgId, old.key, later(10_000), 3))).toEqual({ kind: 'first' });
    expect(await answers.forgetExpired(later(3_600_000))).toBeGreaterThan(0);
  });
});
