import { type Kysely, sql } from 'kysely';
import type {
  ClaimOutcome,
  IdempotencyClaim,
  IdempotencyKey,
  IdempotencyStore,
  KeptAnswer,
} from '../../domain/idempotency/idempotency-store.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';

/** A row can be deleted between the insert that found it and the read. The insert is then tried again. */
const ATTEMPTS = 5;

/** Sealed answers to requests that had an `Idempotency-Key`. */
export class IdempotencyRepository implements IdempotencyStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /** The primary key decides which of two simultaneous equal requests is the first, on any relay. */
  async claim(claim: IdempotencyClaim): Promise<ClaimOutcome> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await this.take(claim)) return { kind: 'first' };
      const found = await this.read(claim);
      if (found !== undefined) return found;
    }
    throw new Error('an idempotency key changed hands too often');
  }

  async complete(
    key: IdempotencyKey & { readonly requestId: string },
    { status, sealed, sessionIds }: KeptAnswer,
  ): Promise<void> {
    await this.db
      .updateTable('idempotency_keys')
      .set({ status, answer: sealed, session_ids: toJsonb(sessionIds), locked_until: null })
      .where('org_id', '=', key.orgId)
      .where('key', '=', key.key)
      .where('method', '=', key.method)
      .where('path', '=', key.path)
      .where('request_id', '=', key.requestId)
      .execute();
  }

  async abandon(key: IdempotencyKey & { readonly requestId: string }): Promise<void> {
    await this.db
      .deleteFrom('idempotency_keys')
      .where('org_id', '=', key.orgId)
      .where('key', '=', key.key)
      .where('method', '=', key.method)
      .where('path', '=', key.path)
      .where('request_id', '=', key.requestId)
      .where('answer', 'is', null)
      .execute();
  }

  /** Deletes expired answers. @returns how many */
  async forgetExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('idempotency_keys')
      .where('expires_at', '<', now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** A key can be taken when it is free, when it has expired, or when its relay died. */
  private async take(claim: IdempotencyClaim): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('idempotency_keys')
      .values({
        org_id: claim.orgId,
        key: claim.key,
        method: claim.method,
        path: claim.path,
        request_id: claim.requestId,
        fingerprint: claim.fingerprint,
        created_at: claim.now,
        expires_at: claim.expiresAt,
        locked_until: claim.lockedUntil,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'key', 'method', 'path'])
          .doUpdateSet({
            request_id: claim.requestId,
            fingerprint: claim.fingerprint,
            created_at: claim.now,
            expires_at: claim.expiresAt,
            locked_until: claim.lockedUntil,
            status: null,
            session_ids: toJsonb([]),
            answer: null,
          })
          .where((row) =>
            row.or([
              row('idempotency_keys.expires_at', '<=', claim.now),
              row.and([
                row('idempotency_keys.locked_until', '<=', claim.now),
                // Only a retry of the same request may finish the request of a dead relay.
                sql<boolean>`idempotency_keys.fingerprint = ${claim.fingerprint}`,
              ]),
            ]),
          ),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  private async read(claim: IdempotencyClaim): Promise<ClaimOutcome | undefined> {
    const row = await this.db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'locked_until', 'status', 'answer'])
      .where('org_id', '=', claim.orgId)
      .where('key', '=', claim.key)
      .where('method', '=', claim.method)
      .where('path', '=', claim.path)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { fingerprint, locked_until: lockedUntil, status, answer } = row;
    if (lockedUntil !== null) return { kind: 'running', fingerprint, lockedUntil };
    if (status === null || answer === null)
      throw new Error('an idempotency key holds neither lock nor answer');
    return { kind: 'done', fingerprint, status, answer };
  }
}
