import { type Kysely, type Selectable, sql } from 'kysely';
import type { ApiKey, ApiKeyStore, VerifiedApiKey } from '../domain/keys/api-key.js';
import { toOrganization } from './organization-repository.js';
import type { Schema } from './schema.js';
import type { ApiKeysTable } from './tables/account-tables.js';

export interface NewApiKey extends Omit<ApiKey, 'lastUsedAt' | 'revokedAt'> {
  /** False for a key that an operator chose. */
  readonly checksummed: boolean;
}

/** API keys: their hashes, never themselves. */
export class ApiKeyRepository implements ApiKeyStore {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** @returns false when this very key was stored before */
  async create(key: NewApiKey): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('api_keys')
      .values({
        id: key.id,
        org_id: key.orgId,
        name: key.name,
        prefix: key.prefix,
        hash: key.hash,
        checksummed: key.checksummed,
        created_at: key.createdAt,
        expires_at: key.expiresAt ?? null,
        rate_limit: key.rateLimit ?? null,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** How many keys an organisation has, revoked ones included. */
  async count(orgId: string): Promise<number> {
    const { keys } = await this.#db
      .selectFrom('api_keys')
      .select(sql<number>`count(*)::integer`.as('keys'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    return keys;
  }

  async findByHash(hash: Uint8Array): Promise<VerifiedApiKey | undefined> {
    const row = await this.#db
      .selectFrom('api_keys')
      .innerJoin('organizations', 'organizations.id', 'api_keys.org_id')
      .selectAll('api_keys')
      .select(['organizations.name as org_name', 'organizations.plan', 'organizations.policy'])
      .where('api_keys.hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { org_name: name, plan, policy } = row;
    return { key: toApiKey(row), organization: toOrganization({ id: row.org_id, name, plan, policy }) };
  }

  async touch(keyId: string, at: Date): Promise<void> {
    await this.#db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', keyId).execute();
  }

  async revoke(keyId: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .execute();
  }

  /** SHA-256 (hex) of the keys that carry no checksum of ours. */
  async chosenHashes(): Promise<ReadonlySet<string>> {
    const rows = await this.#db
      .selectFrom('api_keys')
      .select(sql<string>`encode(hash, 'hex')`.as('hash'))
      .where('checksummed', '=', false)
      .execute();
    return new Set(rows.map(({ hash }) => hash));
  }
}

const toApiKey = (row: Selectable<ApiKeysTable>): ApiKey => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  prefix: row.prefix,
  hash: row.hash,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
  revokedAt: row.revoked_at ?? undefined,
  rateLimit: row.rate_limit ?? undefined,
});
