import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../domain/ids.js';
import { generateApiKey, hashApiKey, prefixOfApiKey } from '../domain/keys/api-key-secret.js';
import { DEFAULT_POLICY } from '../domain/accounts/organization-policy.js';
import { ApiKeyRepository } from './keys/api-key-repository.js';
import { readBacklog } from './database/backlog.js';
import { migrate } from './database/migrate.js';
import { OrganizationRepository } from './accounts/organization-repository.js';
import { DATABASES, type TestDatabase } from './testing/databases.js';
import { TokenRepository } from './tokens/token-repository.js';
import { WalletRepository } from './billing/wallet-repository.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');

describe.each(DATABASES)('repositories on $name', ({ open }) => {
  let opened: TestDatabase;
  let organizations: OrganizationRepository;
  let apiKeys: ApiKeyRepository;
  let tokens: TokenRepository;

  beforeAll(async () => {
    opened = await open();
    const { queries } = opened.database;
    organizations = new OrganizationRepository(queries);
    apiKeys = new ApiKeyRepository(queries);
    tokens = new TokenRepository(queries);
  }, 120_000);
  afterAll(() => opened.close());

  const createOrganization = async (): Promise<string> => {
    const id = newId('org');
    await organizations.create({ id, name: 'Test', plan: 'pro', policy: DEFAULT_POLICY }, new Date(NOW));
    return id;
  };

  const createKey = async (
    orgId: string,
    key = generateApiKey(),
    checksummed = true,
  ): Promise<{ id: string; key: string }> => {
    const id = newId('key');
    await apiKeys.create({
      id,
      orgId,
      name: 'Test key',
      prefix: prefixOfApiKey(key),
      hash: hashApiKey(key),
      checksummed,
      createdAt: new Date(NOW),
      expiresAt: undefined,
      rateLimit: 30,
      scopes: ['analyze', 'keys'],
    });
    return { id, key };
  };

  it('migrates once: a second start finds nothing to do', async () => {
    expect(await migrate(opened.database.queries)).toEqual({ ran: [], newer: [] });
  });

  it('counts what waits in it', async () => {
    const { database } = opened;
    const { queries } = database;
    const now = new Date(NOW);
    const at = (s: number): Date => new Date(NOW + s * 1_000);
    const empty = await readBacklog(queries, now);
    const orgId = await createOrganization();
    const wallets = new WalletRepository(queries, () => NOW);
    await wallets.topUp({ orgId, reference: 'in', microCredits: 5_000_000, at: now });
    const hold = { orgId, kind: 'analysis', microCredits: 1_000_000 } as const;
    await wallets.hold({ ...hold, reference: 'a', ttlMs: 60_000 });
    await wallets.hold({ ...hold, reference: 'b', ttlMs: 120_000 });
    await wallets.release(await wallets.hold({ ...hold, reference: 'c', ttlMs: 60_000 }));
    await sql`insert into events (id, org_id, type, body, created_at, dispatched_at)
      values ('evt_1', ${orgId}, 'x', '', ${now}, null), ('evt_2', ${orgId}, 'x', '', ${now}, ${now}),
        ('evt_3', ${orgId}, 'x', '', ${now}, ${now})`.execute(queries);
    await sql`insert into webhooks (id, org_id, url, events, secret, created_at, updated_at)
      values ('whk_1', ${orgId}, '', '[]', '', ${now}, ${now})`.execute(queries);
    await sql`insert into webhook_deliveries
      (id, org_id, webhook_id, event_id, event_type, state, next_attempt_at, created_at, finished_at)
      values ('dlv_1', ${orgId}, 'whk_1', 'evt_2', 'x', 'pending', ${at(30)}, ${now}, null),
        ('dlv_2', ${orgId}, 'whk_1', 'evt_3', 'x', 'delivered', null, ${now}, ${now})`.execute(queries);
    await sql`insert into analysis_jobs (id, org_id, key_id, request_id, created_at, finished_at, held_until)
      values ('job_1', ${orgId}, 'k', 'r', ${now}, null, ${at(60)}), ('job_2', ${orgId}, 'k', 'r', ${now}, null, ${at(120)}),
        ('job_3', ${orgId}, 'k', 'r', ${now}, ${now}, ${now})`.execute(queries);
    for (const state of ['queued', 'training', 'failed']) {
      await sql`insert into fine_tune_jobs (id, org_id, key_id, name, base, labels, activation, max_seconds, state, open,
          progress, log, attempts, hold_id, hold_micro_credits, settled, created_at, stage_at, held_until)
        values (${`ftj_${state}`}, ${orgId}, 'k', 'n', '{}', '[]', 'manual', 1, ${state}, false,
          0, '[]', 0, 'h', 0, true, ${now}, ${now}, ${now})`.execute(queries);
    }
    const expected = {
      waitingEvents: 1,
      pendingDeliveries: 1,
      overdueDeliveryS: 0,
      openAnalysisJobs: 2,
      idleAnalysisJobs: 0,
      openFineTuneJobs: 2,
      openHolds: 2,
      heldMicroCredits: 2_000_000,
      deadHolds: 0,
    };
    expect(Object.values(empty).every((figure) => figure === 0)).toBe(true);
    expect(await readBacklog(queries, now)).toEqual(expected);
    expect(await readBacklog(queries, at(90))).toEqual({
      ...expected,
      overdueDeliveryS: 60,
      idleAnalysisJobs: 1,
      deadHolds: 1,
    });
    expect(database.load()).toMatchObject({ busy: 0, waiting: 0 });
    await queries.connection().execute(async () => {
      expect(database.load().busy).toBe(1);
      await Promise.resolve();
    });
  });

  it('keeps an organization with its plan and policy', async () => {
    const id = await createOrganization();
    expect(await organizations.find(id)).toEqual({ id, name: 'Test', plan: 'pro', policy: DEFAULT_POLICY });
    expect(await organizations.find('org_none')).toBeUndefined();
  });

  it('gives relays that start together the same first organization', async () => {
    const fresh = () => ({ id: newId('org'), name: 'First', plan: 'pro' as const, policy: DEFAULT_POLICY });
    const found = await Promise.all(
      [1, 2, 3].map(() => organizations.findFirstOrCreate(fresh(), new Date(NOW - 1_000))),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  });

  it('changes the plan', async () => {
    const id = await createOrganization();
    await organizations.change(id, { plan: 'starter' }, 'operator', new Date(NOW));
    expect((await organizations.find(id))?.plan).toBe('starter');
  });

  it('finds a key by its hash, with its organization', async () => {
    const orgId = await createOrganization();
    const { id, key } = await createKey(orgId);
    const found = await apiKeys.findByHash(hashApiKey(key));
    expect(found?.organization.id).toBe(orgId);
    expect(found?.key).toMatchObject({
      id,
      orgId,
      rateLimit: 30,
      scopes: ['analyze', 'keys'],
      revokedAt: undefined,
      lastUsedAt: undefined,
    });
    expect(Buffer.from(found?.key.hash ?? []).equals(hashApiKey(key))).toBe(true);
    expect(await apiKeys.findByHash(hashApiKey(generateApiKey()))).toBeUndefined();
  });

  it('stores a key once', async () => {
    const orgId = await createOrganization();
    const { key } = await createKey(orgId);
    await createKey(orgId, key);
    expect(await apiKeys.count(orgId)).toBe(1);
  });

  it('records when a key was used and when it was revoked', async () => {
    const orgId = await createOrganization();
    const { id, key } = await createKey(orgId);
    await apiKeys.noteUses(new Map([[id, new Date(NOW + 5)]]));
    await apiKeys.noteUses(new Map([[id, new Date(NOW + 4)]]));
    expect(await apiKeys.revoke(newId('org'), id, 'operator', new Date(NOW + 9))).toBe(false);
    expect(await apiKeys.revoke(orgId, id, 'operator', new Date(NOW + 10))).toBe(true);
    expect(await apiKeys.revoke(orgId, id, 'operator', new Date(NOW + 20))).toBe(false);
    const found = await apiKeys.findByHash(hashApiKey(key));
    expect(found?.key.lastUsedAt).toEqual(new Date(NOW + 5));
    expect(found?.key.revokedAt).toEqual(new Date(NOW + 10));
  });

  it('lists the hashes of the keys that operators chose', async () => {
    const orgId = await createOrganization();
    const { key } = await createKey(orgId, `psk_${newId('chosen')}`, false);
    const ours = await createKey(orgId);
    const hashes = await apiKeys.chosenHashes();
    expect(hashes.has(hashApiKey(key).toString('hex'))).toBe(true);
    expect(hashes.has(hashApiKey(ours.key).toString('hex'))).toBe(false);
  });

  it('holds no API key in any table', async () => {
    const { key } = await createKey(await createOrganization());
    const rows = await opened.database.queries.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
  });

  it('redeems a token once, even when ten requests come at the same time', async () => {
    const orgId = await createOrganization();
    const token = { id: newId('tok'), orgId, sessionId: newId('ses'), expiresAt: new Date(NOW) };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => tokens.redeem(token)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('deletes redeemed tokens when they have expired', async () => {
    const orgId = await createOrganization();
    const expiresAt = new Date(NOW - 60_000);
    await tokens.redeem({ id: newId('tok'), orgId, sessionId: newId('ses'), expiresAt });
    expect(await tokens.forgetExpired(new Date(NOW - 30_000))).toBe(1);
    expect(await tokens.forgetExpired(new Date(NOW - 30_000))).toBe(0);
  });
});
