import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../domain/ids.js';
import { generateApiKey, hashApiKey, prefixOfApiKey } from '../domain/keys/api-key-secret.js';
import { DEFAULT_POLICY } from '../domain/accounts/organization-policy.js';
import { ApiKeyRepository } from './accounts/api-key-repository.js';
import { migrate } from './database/migrate.js';
import { OrganizationRepository } from './accounts/organization-repository.js';
import { DATABASES, type TestDatabase } from './testing/databases.js';
import { TokenRepository } from './accounts/token-repository.js';

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
    expect(await migrate(opened.database.queries)).toEqual([]);
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
