import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.js';
import { readMicroCredits } from '../tables/billing-tables.js';

/** What a wallet holds, in micro-credits. */
export interface WalletBalance {
  readonly balance: number;
  readonly held: number;
}

/** What may still be spent or held. */
export const availableCredit = ({ balance, held }: WalletBalance): number => balance - held;

/**
 * Locks the wallet's row until the transaction ends. Everything that moves an organization's money waits for
 * this lock, so no credit is spent twice.
 */
export const lockWallet = async (db: Kysely<Schema>, orgId: string): Promise<WalletBalance | undefined> => {
  const row = await db
    .selectFrom('wallets')
    .select(['balance', 'held'])
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst();
  return row && { balance: readMicroCredits(row.balance), held: readMicroCredits(row.held) };
};

/** Releases the holds of dead holders. The caller has locked the wallet. */
export const freeDeadHolds = async (db: Kysely<Schema>, orgId: string, now: Date): Promise<WalletBalance> => {
  const { rows } = await sql<{ balance: string; held: string }>`
    with dead as (
      select id, micro_credits from wallet_holds
      where org_id = ${orgId} and state = 'open' and expires_at <= ${now}
    ), closed as (
      update wallet_holds set state = 'expired', micro_credits = 0 from dead where wallet_holds.id = dead.id
    )
    update wallets set held = held - (select coalesce(sum(micro_credits), 0) from dead)::bigint
    where org_id = ${orgId}
    returning balance, held`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the wallet was not locked');
  return { balance: readMicroCredits(row.balance), held: readMicroCredits(row.held) };
};

export interface UsageShare {
  readonly orgId: string;
  readonly keyId: string | undefined;
  readonly kind: 'stream' | 'analysis' | 'fine_tune';
  readonly microCredits: number;
  readonly operations: number;
  readonly at: Date;
}

/** Adds to the daily sums that usage is read from. */
export const addUsage = async (db: Kysely<Schema>, share: UsageShare): Promise<void> => {
  const { orgId, keyId = '', kind, microCredits, operations, at } = share;
  const day = utcDay(at);
  await sql`
    insert into usage_days (org_id, day, key_id, kind, micro_credits, operations)
    values (${orgId}, ${day}::date, ${keyId}, ${kind}, ${microCredits}, ${operations})
    on conflict (org_id, day, key_id, kind) do update set
      micro_credits = usage_days.micro_credits + excluded.micro_credits,
      operations = usage_days.operations + excluded.operations`.execute(db);
};

export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
