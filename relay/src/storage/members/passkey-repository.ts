import { type Kysely, type Selectable, sql } from 'kysely';
import type { MemberOfOrganization } from '../../domain/members/members.js';
import type { Passkey, PasskeyStore } from '../../domain/members/passkeys.js';
import { appendAudit } from '../audit/audit-repository.js';
import { toMember } from './member-rows.js';
import { organizationOf } from './organization-of.js';
import { markRemoved } from '../removed-id-repository.js';
import type { Schema } from '../database/schema.js';
import type { PasskeysTable } from '../tables/account-tables.js';
import { withTenant } from '../tables/tenant.js';

/** Public keys of members' passkeys. */
export class PasskeyRepository implements PasskeyStore {
  constructor(private readonly db: Kysely<Schema>) {}

  async list(orgId: string, memberId: string): Promise<readonly Passkey[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('passkeys')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('member_id', '=', memberId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    return rows.map(toPasskey);
  }

  async find(
    credentialId: string,
  ): Promise<(MemberOfOrganization & { readonly passkey: Passkey }) | undefined> {
    const row = await this.db
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const member = await this.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', row.member_id)
      .executeTakeFirstOrThrow();
    const found = await organizationOf(this.db, toMember(member));
    return found && { ...found, passkey: toPasskey(row) };
  }

  async add(passkey: Passkey, actor: string, invitationHash?: Uint8Array): Promise<boolean> {
    const { id, orgId, memberId, createdAt: at, name, site } = passkey;
    return withTenant(this.db, orgId, async (transaction) => {
      if (invitationHash !== undefined) {
        const open = await transaction
          .selectFrom('invitations')
          .select('id')
          .where('member_id', '=', memberId)
          .where('token_hash', '=', invitationHash)
          .where('expires_at', '>', at)
          .forUpdate()
          .executeTakeFirst();
        if (open === undefined) return false;
      }
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('passkeys')
        .values({
          id,
          org_id: orgId,
          member_id: memberId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: String(passkey.counter),
          transports: JSON.stringify(passkey.transports),
          site,
          name,
          created_at: at,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      if (invitationHash !== undefined)
        await transaction.deleteFrom('invitations').where('member_id', '=', memberId).execute();
      await transaction
        .updateTable('members')
        .set({ joined_at: sql<Date>`coalesce(joined_at, ${at}::timestamptz)` })
        .where('id', '=', memberId)
        .execute();
      const detail = { member_id: memberId, passkey_id: id, name };
      await appendAudit(transaction, { orgId, at, actor, action: 'passkey.added', detail });
      return true;
    });
  }

  async used({ id, orgId, counter: before }: Passkey, counter: number, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('passkeys')
        .set({ counter: String(counter), last_used_at: at })
        .where('id', '=', id)
        // Two sign-ins with one signature, or with a copied authenticator: only the first one counts.
        .where('counter', '=', String(before))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    });
  }

  async remove(
    orgId: string,
    memberId: string,
    passkeyId: string,
    actor: string,
    at: Date,
  ): Promise<'removed' | 'last' | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const member = await transaction
        .selectFrom('members')
        .select('oidc_subject')
        .where('id', '=', memberId)
        .where('org_id', '=', orgId)
        .forUpdate()
        .executeTakeFirst();
      const own = await transaction
        .selectFrom('passkeys')
        .select(['id', 'name'])
        .where('org_id', '=', orgId)
        .where('member_id', '=', memberId)
        .execute();
      const passkey = own.find(({ id }) => id === passkeyId);
      if (passkey === undefined) return undefined;
      if (own.length === 1 && member?.oidc_subject === null) return 'last';
      await transaction.deleteFrom('passkeys').where('id', '=', passkeyId).execute();
      await markRemoved(transaction, orgId, { kind: 'passkey', id: passkeyId }, at);
      const detail = { member_id: memberId, passkey_id: passkeyId, name: passkey.name };
      await appendAudit(transaction, { orgId, at, actor, action: 'passkey.removed', detail });
      return 'removed';
    });
  }
}

const toPasskey = (row: Selectable<PasskeysTable>): Passkey => ({
  id: row.id,
  orgId: row.org_id,
  memberId: row.member_id,
  credentialId: row.credential_id,
  publicKey: new Uint8Array(row.public_key),
  counter: Number(row.counter),
  transports: row.transports as string[],
  site: row.site,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
});
