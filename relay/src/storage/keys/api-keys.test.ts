import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { generateApiKey, hashApiKey, prefixOfApiKey } from '../../domain/keys/api-key-secret.js';
import type { NewApiKey } from '../../domain/keys/api-keys.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { ApiKeyRepository } from './api-key-repository.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');

describe.each(DATABASES)('API keys on $name', ({ open }) => {
  let opened: TestDatabase;
  let apiKeys: ApiKeyRepository;

  beforeAll(async () => {
    opened = await open();
    apiKeys = new ApiKeyRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  const createOrganization = (): Promise<string> => addOrganization(opened.database.queries);

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

  it('are found by their hash, with their organization', async () => {
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

  it('are stored once', async () => {
    const orgId = await createOrganization();
    const { key } = await createKey(orgId);
    await createKey(orgId, key);
    expect(await apiKeys.count(orgId)).toBe(1);
  });

  it('record when they were used and when they were revoked', async () => {
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

  it('list the hashes of those that operators chose', async () => {
    const orgId = await createOrganization();
    const { key } = await createKey(orgId, `psk_${newId('chosen')}`, false);
    const ours = await createKey(orgId);
    const hashes = await apiKeys.chosenHashes();
    expect(hashes.has(hashApiKey(key).toString('hex'))).toBe(true);
    expect(hashes.has(hashApiKey(ours.key).toString('hex'))).toBe(false);
  });

  it('are in no table themselves', async () => {
    const { key } = await createKey(await createOrganization());
    const rows = await opened.database.queries.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
  });

  it('keep no more than allowed when several are added at once', async () => {
    const orgId = await createOrganization();
    const aKey = (): NewApiKey => ({
      id: newId('key'),
      orgId,
      name: 'one of many',
      prefix: 'ut_live_',
      hash: randomBytes(32),
      checksummed: true,
      createdAt: new Date(NOW),
      expiresAt: undefined,
      rateLimit: undefined,
      scopes: undefined,
    });
    const added = await Promise.all(Array.from({ length: 12 }, () => apiKeys.add(aKey(), 'operator', 3)));
    expect(added.filter(Boolean)).toHaveLength(3);
    expect(await apiKeys.list(orgId)).toHaveLength(3);
  });
});
