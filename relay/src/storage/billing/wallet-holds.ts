import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ChargeKind, Hold } from '../../domain/billing/wallet.js';
import type { Schema } from '../database/schema.js';
import { readMicroCredits, type WalletHoldsTable } from '../tables/billing-tables.js';
import { markFallenUnder } from './budget-marks.js';
import { addUsage, availableCredit, lockWallet } from './wallet-rows.js';

/**
 * Settles a hold inside the caller's transaction: the caller's rows and the charge are stored together or not
 * at all. Work that outlived its hold is paid from the free credit.
 */
export const settleWithin = async (
  transaction: Transaction<Schema>,
  hold: Omit<Hold, 'generation'>,
  microCredits: number,
  at: Date,
): Promise<void> => {
  if (!Number.isSafeInteger(microCredits) || microCredits < 0) {
    throw new RangeError('a charge is a whole number of micro-credits');
  }
  const wallet = await lockWallet(transaction, hold.orgId);
  const row = await findHoldById(transaction, hold);
  if (wallet === undefined || row === undefined) throw new Error('there is no such hold');
  if (row.state === 'settled' || row.state === 'released') return;
  const held = readMicroCredits(row.micro_credits);
  const most = row.state === 'open' ? held : Math.min(hold.microCredits, availableCredit(wallet));
  const charge = Math.min(microCredits, most);
  const charged = charge > 0 && (await enter(transaction, { ...row, at, microCredits: -charge }));
  await transaction
    .updateTable('wallet_holds')
    .set({ state: 'settled', micro_credits: 0, charged: charged ? charge : 0 })
    .where('id', '=', row.id)
    .where('org_id', '=', hold.orgId)
    .execute();
  if (!charged) {
    await move(transaction, hold.orgId, { balance: 0, held: -held });
    return;
  }
  await take(transaction, hold.orgId, { charge, held }, at);
  await addUsage(transaction, {
    orgId: hold.orgId,
    keyId: row.key_id ?? undefined,
    kind: row.kind,
    microCredits: charge,
    operations: 1,
    at,
  });
};

/**
 * Releases a hold inside the caller's transaction.
 * @param generation whose it has to be; absent: whoever holds it
 */
export const releaseWithin = async (
  transaction: Transaction<Schema>,
  hold: Pick<Hold, 'id' | 'orgId'>,
  generation?: number,
): Promise<void> => {
  await lockWallet(transaction, hold.orgId);
  const row = await findHoldById(transaction, hold);
  if (row?.state !== 'open' || row.generation !== (generation ?? row.generation)) return;
  await transaction
    .updateTable('wallet_holds')
    .set({ state: 'released', micro_credits: 0 })
    .where('id', '=', row.id)
    .where('org_id', '=', hold.orgId)
    .execute();
  await move(transaction, hold.orgId, { balance: 0, held: -readMicroCredits(row.micro_credits) });
};

/** Extends a hold inside the caller's transaction. @returns false when the hold is not open any more */
export const keepHoldWithin = async (
  transaction: Transaction<Schema>,
  { id, orgId }: Pick<Hold, 'id' | 'orgId'>,
  until: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('wallet_holds')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Changes a wallet by whole amounts; the constraints of its table refuse an invalid balance. */
export const move = async (
  db: Kysely<Schema>,
  orgId: string,
  { balance, held }: { balance: number; held: number },
): Promise<void> => {
  await sql`
    update wallets set balance = balance + ${balance}::bigint, held = held + ${held}::bigint
    where org_id = ${orgId}`.execute(db);
};

/** Charges a wallet, and marks the limits that its balance falls under. */
const take = async (
  db: Kysely<Schema>,
  orgId: string,
  { charge, held }: { charge: number; held: number },
  at: Date,
): Promise<void> => {
  await sql`
    with charged as (
      update wallets set balance = balance - ${charge}::bigint, held = held - ${held}::bigint
      where org_id = ${orgId} returning org_id, balance
    ) ${markFallenUnder(sql`charged`, at)}`.execute(db);
};

/** Writes a ledger line. @returns false when its reference exists already */
const enter = async (
  db: Kysely<Schema>,
  entry: {
    readonly org_id: string;
    readonly at: Date;
    readonly kind: ChargeKind;
    readonly reference: string;
    readonly key_id: string | null;
    readonly microCredits: number;
  },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledger_entries')
    .values({
      org_id: entry.org_id,
      at: entry.at,
      kind: entry.kind,
      reference: entry.reference,
      key_id: entry.key_id,
      micro_credits: entry.microCredits,
      note: null,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'kind', 'reference']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** The hold of a piece of work, if it was ever made. */
export const findHold = (
  db: Kysely<Schema>,
  orgId: string,
  kind: ChargeKind,
  reference: string,
): Promise<Selectable<WalletHoldsTable> | undefined> =>
  db
    .selectFrom('wallet_holds')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst();

const findHoldById = (
  db: Kysely<Schema>,
  { id, orgId }: Pick<Hold, 'id' | 'orgId'>,
): Promise<Selectable<WalletHoldsTable> | undefined> =>
  db
    .selectFrom('wallet_holds')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
