import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type {
  ClaimOutcome,
  HeldKey,
  IdempotencyClaim,
  IdempotencyStore,
  KeptAnswer,
} from '../../domain/idempotency/idempotency-store.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';

/** A row can be deleted between the insert that found it and the read. The insert is then tried again. */
const ATTEMPTS = 5;
/** `locked_until` of a request that any request with its key may take over. */
const UNLOCKED = new Date(0);

/** Sealed answers to requests that had an `Idempotency-Key`. */
export class IdempotencyRepository implements IdempotencyStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /** The primary key decides which of two simultaneous equal requests is the first, on any relay. */
  async claim(claim: IdempotencyClaim): Promise<ClaimOutcome> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const workId = await this.take(claim);
      if (workId !== undefined) return { kind: 'first', workId };
      const found = await this.read(claim);
      if (found !== undefined) return found;
    }
    throw new Error('an idempotency key changed hands too often');
  }

  async complete(held: HeldKey, { status, sealed, sessionIds }: KeptAnswer): Promise<void> {
    await this.db
      .updateTable('idempotency_keys')
      .set({ status, answer: sealed, session_ids: toJsonb(sessionIds), locked_until: null })
      .where(isHeld(held))
      .execute();
  }

  async unlock(held: HeldKey): Promise<void> {
    await this.db
      .updateTable('idempotency_keys')
      .set({ locked_until: UNLOCKED })
      .where(isHeld(held))
      .execute();
  }

  async abandon(held: HeldKey): Promise<void> {
    await this.db.deleteFrom('idempotency_keys').where(isHeld(held)).execute();
  }

  /** Deletes expired answers. @returns how many */
  async forgetExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('idempotency_keys')
      .where('expires_at', '<', now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /**
   * A key can be taken when it is free, when it has expired, when its request was unlocked, or when its relay died.
   * @returns the id of the request whose work it is
   */
  private async take(claim: IdempotencyClaim): Promise<string | undefined> {
    const isSame = sql<boolean>`idempotency_keys.fingerprint = ${claim.fingerprint}`;
    const row = await this.db
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
            request_id: sql<string>`
              case when idempotency_keys.expires_at > ${claim.now} and ${isSame}
              then idempotency_keys.request_id else ${claim.requestId} end`,
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
              row('idempotency_keys.locked_until', '=', UNLOCKED),
              // Only a retry of the same request may finish the request of a dead relay.
              row.and([row('idempotency_keys.locked_until', '<=', claim.now), isSame]),
            ]),
          ),
      )
      .returning('request_id')
      .executeTakeFirst();
    return row?.request_id;
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

/** Every claim has a lock of its own: a key that was taken over is not the first one's any more. */
const isHeld =
  ({ orgId, key, method, path, workId, lockedUntil }: HeldKey) =>
  (row: ExpressionBuilder<Schema, 'idempotency_keys'>) =>
    row.and({ org_id: orgId, key, method, path, request_id: workId, locked_until: lockedUntil });
