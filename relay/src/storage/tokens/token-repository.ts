import type { Kysely } from 'kysely';
import type { RedemptionStore } from '../../domain/tokens/stream-token.js';
import type { Schema } from '../database/schema.js';

/** Used tokens, kept until their expiry time. */
export class TokenRepository implements RedemptionStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /** The primary key decides: when two relays redeem the same token at once, only one succeeds. */
  async redeem(token: { id: string; orgId: string; sessionId?: string; expiresAt: Date }): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('redeemed_tokens')
      .values({
        jti: token.id,
        org_id: token.orgId,
        session_id: token.sessionId ?? null,
        expires_at: token.expiresAt,
      })
      .onConflict((conflict) => conflict.column('jti').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Deletes expired tokens. @returns how many */
  async forgetExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('redeemed_tokens')
      .where('expires_at', '<', now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
