import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { RemovedId, RemovedIds } from '../domain/removed-ids.js';
import type { Schema } from './database/schema.js';

/** For how long an organization is told that it removed something. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** A removed id is kept as a digest, because sessions have names that the organization chose, and they may be those of people. */
const digestOf = (orgId: string, { kind, id }: RemovedId): Buffer =>
  createHash('sha256')
    .update(`${Buffer.byteLength(orgId)}:${orgId}${kind}:`)
    .update(id)
    .digest();

export class RemovedIdRepository implements RemovedIds {
  constructor(private readonly db: Kysely<Schema>) {}

  async has(orgId: string, removed: RemovedId): Promise<boolean> {
    const row = await this.db
      .selectFrom('removed_ids')
      .select('removed_at')
      .where('org_id', '=', orgId)
      .where('digest', '=', digestOf(orgId, removed))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** @returns how many marks were older than they are kept */
  async forgetExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('removed_ids')
      .where('removed_at', '<', new Date(now.getTime() - KEPT_MS))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

/** To be called in the transaction that removes it. */
export const markRemoved = async (
  tx: Transaction<Schema>,
  orgId: string,
  removed: RemovedId,
  at: Date,
): Promise<void> => {
  await tx
    .insertInto('removed_ids')
    .values({ org_id: orgId, digest: digestOf(orgId, removed), removed_at: at })
    .onConflict((conflict) => conflict.columns(['org_id', 'digest']).doUpdateSet({ removed_at: at }))
    .execute();
};
