import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ApiKey, ApiKeyFinder, VerifiedApiKey } from '../../domain/keys/api-key.js';
import type { ApiKeyStore, NewApiKey } from '../../domain/keys/api-keys.js';
import type { KeyStates } from '../../domain/keys/stream-credentials.js';
import type { KeyUseStore } from '../../domain/keys/key-uses.js';
import type { Member } from '../../domain/accounts/member.js';
import type { KeyScope } from '../../domain/keys/key-scopes.js';
import { scopesOfRole } from '../../domain/keys/role-scopes.js';
import { toMember } from '../members/member-rows.js';
import { markRemoved } from '../removed-id-repository.js';
import { appendAudit } from '../audit/audit-repository.js';
import { toOrganization } from '../accounts/organization-repository.js';
import type { Schema } from '../database/schema.js';
import type { ApiKeysTable } from '../tables/account-tables.js';
import { withTenant } from '../tables/tenant.js';

/** API keys. The database holds their hashes, never the keys. */
export class ApiKeyRepository implements ApiKeyFinder, ApiKeyStore, KeyStates, KeyUseStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /**
   * Stores the first key, which is made or chosen at start. @returns false when this key is stored already
   */
  async create(key: NewApiKey, actor = 'operator'): Promise<boolean> {
    return this.db.transaction().execute((transaction) => insert(transaction, key, actor));
  }

  async add(key: NewApiKey, actor: string, most: number): Promise<boolean> {
    return withTenant(this.db, key.orgId, async (transaction) => {
      // Two keys added at once must not both take the last place, so one waits for the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${key.orgId}`}, 0))`.execute(
        transaction,
      );
      const { active } = await transaction
        .selectFrom('api_keys')
        .select(sql<number>`count(*)::integer`.as('active'))
        .where('org_id', '=', key.orgId)
        .where('of_member', '=', false)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return active < most && insert(transaction, key, actor);
    });
  }

  async list(orgId: string): Promise<readonly ApiKey[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('api_keys')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('of_member', '=', false)
        .where('revoked_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    return rows.map(toApiKey);
  }

  /** The number of an organization's keys, revoked ones included. */
  async count(orgId: string): Promise<number> {
    const { keys } = await this.db
      .selectFrom('api_keys')
      .select(sql<number>`count(*)::integer`.as('keys'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    return keys;
  }

  async findByHash(hash: Uint8Array): Promise<VerifiedApiKey | undefined> {
    const row = await this.db
      .selectFrom('api_keys')
      .innerJoin('organizations', 'organizations.id', 'api_keys.org_id')
      .selectAll('api_keys')
      .select(['organizations.name as org_name', 'organizations.plan', 'organizations.policy'])
      .where('api_keys.hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { org_name: name, plan, policy } = row;
    const key = toApiKey(row);
    const organization = toOrganization({ id: row.org_id, name, plan, policy });
    if (!row.of_member) return { key, organization };
    const member = await this.memberOf(key.id);
    return member && { key: { ...key, scopes: scopesOfRole(member.role) }, organization, member };
  }

  /** Whose sign-in this is. */
  async memberOf(sessionId: string): Promise<Member | undefined> {
    const row = await this.db
      .selectFrom('member_sessions')
      .innerJoin('members', 'members.id', 'member_sessions.member_id')
      .selectAll('members')
      .where('member_sessions.id', '=', sessionId)
      .executeTakeFirst();
    return row && toMember(row);
  }

  async endSessions(orgId: string, at: Date): Promise<readonly string[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('org_id', '=', orgId)
        .where('of_member', '=', true)
        .where('revoked_at', 'is', null)
        .returning('id')
        .execute(),
    );
    return rows.map(({ id }) => id);
  }

  async noteUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    const rows = [...uses].map(([id, at]) => ({ id, at: at.toISOString() }));
    // Two relays may write in either order; the later use is kept.
    await sql`
      update api_keys set last_used_at = greatest(last_used_at, noted.at)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as noted (id text, at timestamptz)
      where api_keys.id = noted.id`.execute(this.db);
  }

  async revoke(orgId: string, keyId: string, actor: string, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (transaction) => {
      const revoked = await transaction
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('id', '=', keyId)
        .where('org_id', '=', orgId)
        .where('of_member', '=', false)
        .where('revoked_at', 'is', null)
        .returning(['name', 'prefix'])
        .executeTakeFirst();
      if (revoked === undefined) return false;
      await markRemoved(transaction, orgId, { kind: 'api_key', id: keyId }, at);
      const detail = { api_key_id: keyId, ...revoked };
      await appendAudit(transaction, { orgId, at, actor, action: 'api_key.revoked', detail });
      return true;
    });
  }

  async findUnusable(keyIds: readonly string[], now: Date): Promise<readonly string[]> {
    const rows = await this.db
      .selectFrom('api_keys')
      .select('id')
      .where('id', 'in', [...keyIds])
      .where((key) => key.or([key('revoked_at', 'is not', null), key('expires_at', '<=', now)]))
      .execute();
    return rows.map(({ id }) => id);
  }

  /** SHA-256 (hex) of the keys that an operator chose and that have no checksum. */
  async chosenHashes(): Promise<ReadonlySet<string>> {
    const rows = await this.db
      .selectFrom('api_keys')
      .select(sql<string>`encode(hash, 'hex')`.as('hash'))
      .where('checksummed', '=', false)
      .execute();
    return new Set(rows.map(({ hash }) => hash));
  }
}

const insert = async (transaction: Transaction<Schema>, key: NewApiKey, actor: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
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
      scopes: key.scopes === undefined ? null : JSON.stringify(key.scopes),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const { orgId, createdAt: at, name, prefix } = key;
  const detail = {
    api_key_id: key.id,
    name,
    prefix,
    ...(key.scopes !== undefined && { scopes: key.scopes.join(' ') }),
  };
  await appendAudit(transaction, { orgId, at, actor, action: 'api_key.created', detail });
  return true;
};

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
  scopes: row.scopes === null ? undefined : (row.scopes as KeyScope[]),
});
