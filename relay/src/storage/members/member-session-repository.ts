import type { Kysely } from 'kysely';
import {
  type MemberSession,
  type MemberSessionStore,
  type NewMemberSession,
  SIGN_IN_METHODS,
  type SignInMethod,
} from '../../domain/members/member-sessions.js';
import { appendAudit } from '../audit/audit-repository.js';
import { markRemoved } from '../removed-id-repository.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';

/** The sign-ins of members: a key of `api_keys` each, with whose it is beside it. */
export class MemberSessionRepository implements MemberSessionStore {
  constructor(private readonly db: Kysely<Schema>) {}

  async open({ key, memberId, method, userAgent }: NewMemberSession): Promise<void> {
    const { id, orgId, createdAt: at } = key;
    await withTenant(this.db, orgId, async (transaction) => {
      await transaction
        .insertInto('api_keys')
        .values({
          id,
          org_id: orgId,
          name: key.name,
          prefix: key.prefix,
          hash: key.hash,
          checksummed: key.checksummed,
          created_at: at,
          expires_at: key.expiresAt ?? null,
          // Their scopes are the role's, whatever it is by then. An older relay, which does not know of roles, lets it do nothing.
          scopes: JSON.stringify(['none']),
          of_member: true,
        })
        .execute();
      await transaction
        .insertInto('member_sessions')
        .values({ id, org_id: orgId, member_id: memberId, method, user_agent: userAgent })
        .execute();
      const detail = { member_id: memberId, session_id: id, method };
      const actor = `member:${memberId}`;
      await appendAudit(transaction, { orgId, at, actor, action: 'member.signed_in', detail });
    });
  }

  async list(orgId: string, memberId: string, now: Date): Promise<readonly MemberSession[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('member_sessions as s')
        .innerJoin('api_keys as k', 'k.id', 's.id')
        .select(['s.id', 's.member_id', 's.method', 's.user_agent'])
        .select(['k.created_at', 'k.last_used_at', 'k.expires_at'])
        .where('s.org_id', '=', orgId)
        .where('s.member_id', '=', memberId)
        .where('k.revoked_at', 'is', null)
        .where('k.expires_at', '>', now)
        .orderBy('k.created_at', 'desc')
        .orderBy('s.id')
        .execute(),
    );
    return rows.map((row) => ({
      id: row.id,
      memberId: row.member_id,
      method: toMethod(row.method),
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastSeenAt: row.last_used_at ?? undefined,
      expiresAt: row.expires_at ?? now,
    }));
  }

  async end(orgId: string, memberId: string, sessionId: string, actor: string, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (transaction) => {
      const ended = await transaction
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('org_id', '=', orgId)
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .where('id', 'in', (sessions) =>
          sessions
            .selectFrom('member_sessions')
            .select('member_sessions.id')
            .where('member_sessions.member_id', '=', memberId),
        )
        .returning('id')
        .executeTakeFirst();
      if (ended === undefined) return false;
      await markRemoved(transaction, orgId, { kind: 'member_session', id: sessionId }, at);
      const detail = { member_id: memberId, session_id: sessionId };
      await appendAudit(transaction, { orgId, at, actor, action: 'member.session_ended', detail });
      return true;
    });
  }

  /** Forgets which browsers there were, of sessions that are over. @returns how many */
  async forgetOver(now: Date): Promise<number> {
    const { numUpdatedRows } = await this.db
      .updateTable('member_sessions')
      .set({ user_agent: '' })
      .where('user_agent', '<>', '')
      .where('id', 'in', (keys) =>
        keys
          .selectFrom('api_keys')
          .select('api_keys.id')
          .where('api_keys.of_member', '=', true)
          .where((key) => key.or([key('revoked_at', 'is not', null), key('expires_at', '<=', now)])),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }
}

const toMethod = (text: string): SignInMethod => {
  const method = SIGN_IN_METHODS.find((known) => known === text);
  if (method === undefined) throw new Error(`the database holds an unknown way to sign in: ${text}`);
  return method;
};
