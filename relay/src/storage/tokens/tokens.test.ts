import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { TokenRepository } from './token-repository.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');

describe.each(DATABASES)('stream tokens on $name', ({ open }) => {
  let opened: TestDatabase;
  let tokens: TokenRepository;

  beforeAll(async () => {
    opened = await open();
    tokens = new TokenRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  it('are redeemed once, even when ten requests come at the same time', async () => {
    const orgId = await addOrganization(opened.database.queries);
    const token = { id: newId('tok'), orgId, sessionId: newId('ses'), expiresAt: new Date(NOW) };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => tokens.redeem(token)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('are deleted when they were redeemed and have expired', async () => {
    const orgId = await addOrganization(opened.database.queries);
    const expiresAt = new Date(NOW - 60_000);
    await tokens.redeem({ id: newId('tok'), orgId, sessionId: newId('ses'), expiresAt });
    expect(await tokens.forgetExpired(new Date(NOW - 30_000))).toBe(1);
    expect(await tokens.forgetExpired(new Date(NOW - 30_000))).toBe(0);
  });
});
