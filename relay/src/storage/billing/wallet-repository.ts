import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { MAX_MICRO_CREDITS } from '../../domain/billing/credits.js';
import { HOLD_TTL_MS } from '../../domain/billing/payments.js';
import type { ChargeKind, Hold, HoldOrder, Wallet } from '../../domain/billing/wallet.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { appendAudit } from '../accounts/audit-repository.js';
import type { Schema } from '../database/schema.js';
import { readMicroCredits, type WalletHoldsTable } from '../tables/billing-tables.js';
import { withTenant } from '../tables/tenant.js';
import { markFallenUnder } from './budget-marks.js';
import { addUsage, freeDeadHolds, lockWallet, type Purse } from './wallet-rows.js';

export interface TopUp {
  readonly orgId: string;
  /** The payment's own number; the same number is applied only once. */
  readonly reference: string;
  /** A whole number above 0. */
  readonly microCredits: number;
  readonly note?: string;
  /** Who pays in, for the audit log; the operator when absent. */
  readonly actor?: string;
  readonly at: Date;
}

export interface TopUpOutcome {
  /** False when this reference was applied before. */
  readonly applied: boolean;
  readonly balanceMicroCredits: number;
}

export interface WalletState {
  readonly balanceMicroCredits: number;
  /** Reserved for work in progress. */
  readonly heldMicroCredits: number;
  readonly availableMicroCredits: number;
}

/**
 * Wallets: one row per organization. Every change of money locks that row; the ledger records each movement.
 */
export class WalletRepository implements Wallet {
  private readonly db: Kysely<Schema>;
  private readonly nowMs: () => number;

  constructor(db: Kysely<Schema>, nowMs: () => number = () => Date.now()) {
    this.db = db;
    this.nowMs = nowMs;
  }

  /**
   * Pays in, once for each reference.
   * @throws Fault `idempotency_mismatch` when the reference paid another amount before, `validation_error`
   * for an amount that is not whole, not positive or too large, `not_found` for an unknown organization
   */
  async topUp({
    orgId,
    reference,
    microCredits,
    note,
    actor = 'operator',
    at,
  }: TopUp): Promise<TopUpOutcome> {
    if (!Number.isSafeInteger(microCredits) || microCredits <= 0) {
      throw new Fault('validation_error', 'a top-up is a whole number of micro-credits above 0');
    }
    return withTenant(this.db, orgId, async (transaction) => {
      const { rows } = await sql`
        insert into wallets (org_id) select id from organizations where id = ${orgId}
        on conflict (org_id) do update set held = wallets.held
        returning org_id`.execute(transaction);
      if (rows.length === 0) throw new Fault('not_found', 'there is no such organization');
      const purse = await lockWallet(transaction, orgId);
      if (purse === undefined) throw new Error('the wallet was just made');
      const known = await transaction
        .selectFrom('ledger_entries')
        .select('micro_credits')
        .where('org_id', '=', orgId)
        .where('kind', '=', 'top_up')
        .where('reference', '=', reference)
        .executeTakeFirst();
      if (known !== undefined) {
        if (readMicroCredits(known.micro_credits) !== microCredits) {
          throw new Fault('idempotency_mismatch', 'this reference paid another amount before');
        }
        return { applied: false, balanceMicroCredits: purse.balance };
      }
      if (purse.balance + microCredits > MAX_MICRO_CREDITS) {
        throw new Fault('validation_error', 'a wallet cannot hold that much');
      }
      await transaction
        .insertInto('ledger_entries')
        .values({
          org_id: orgId,
          at,
          kind: 'top_up',
          reference,
          key_id: null,
          micro_credits: microCredits,
          note: note ?? null,
        })
        .execute();
      await move(transaction, orgId, { balance: microCredits, held: 0 });
      const detail = { reference, micro_credits: microCredits };
      await appendAudit(transaction, { orgId, at, actor, action: 'wallet.topped_up', detail });
      return { applied: true, balanceMicroCredits: purse.balance + microCredits };
    });
  }

  /** Whether a payment with this reference was applied. */
  async hasTopUp(orgId: string, reference: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('ledger_entries')
      .select('id')
      .where('org_id', '=', orgId)
      .where('kind', '=', 'top_up')
      .where('reference', '=', reference)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** An organization without payments has an empty wallet. Holds whose holder died count as free. */
  async state(orgId: string): Promise<WalletState> {
    return withTenant(this.db, orgId, async (transaction) => {
      const { rows } = await sql<{ balance: string; held: string }>`
        select balance, held - coalesce((
          select sum(micro_credits) from wallet_holds
          where org_id = ${orgId} and state = 'open' and expires_at <= ${new Date(this.nowMs())}
        ), 0)::bigint as held from wallets where org_id = ${orgId}`.execute(transaction);
      const balance = readMicroCredits(rows[0]?.balance ?? 0);
      const held = readMicroCredits(rows[0]?.held ?? 0);
      return {
        balanceMicroCredits: balance,
        heldMicroCredits: held,
        availableMicroCredits: balance - held,
      };
    });
  }

  async hold(order: HoldOrder): Promise<Hold> {
    const { orgId, kind, reference, microCredits } = order;
    if (!Number.isSafeInteger(microCredits) || microCredits < 0) {
      throw new RangeError('a hold is a whole number of micro-credits');
    }
    return withTenant(this.db, orgId, async (transaction) => {
      const now = new Date(this.nowMs());
      let purse = await lockWallet(transaction, orgId);
      if (purse === undefined) throw insufficient({ balance: 0, held: 0 }, microCredits);
      const known = await findHold(transaction, orgId, kind, reference);
      if (known !== undefined) {
        return { id: known.id, orgId, microCredits: readMicroCredits(known.micro_credits) };
      }
      if (free(purse) < microCredits) purse = await freeDeadHolds(transaction, orgId, now);
      if (free(purse) < microCredits) throw insufficient(purse, microCredits);
      const id = newId('hld');
      await transaction
        .insertInto('wallet_holds')
        .values({
          id,
          org_id: orgId,
          kind,
          reference,
          key_id: order.keyId ?? null,
          micro_credits: microCredits,
          state: 'open',
          expires_at: new Date(now.getTime() + order.ttlMs),
          created_at: now,
        })
        .execute();
      await move(transaction, orgId, { balance: 0, held: microCredits });
      return { id, orgId, microCredits };
    });
  }

  async settle(hold: Hold, microCredits: number): Promise<void> {
    await withTenant(this.db, hold.orgId, (transaction) =>
      settleWithin(transaction, hold, microCredits, new Date(this.nowMs())),
    );
  }

  async release(hold: Hold): Promise<void> {
    await withTenant(this.db, hold.orgId, (transaction) => releaseWithin(transaction, hold));
  }

  /** Releases the holds of dead holders in all wallets. @returns the number of wallets changed */
  async freeDead(now: Date): Promise<number> {
    const latest = new Date(now.getTime() + HOLD_TTL_MS);
    // A stream's hold with a later end than this was made before the clock was set back.
    await this.db
      .updateTable('wallet_holds')
      .set({ expires_at: latest })
      .where('state', '=', 'open')
      .where('kind', '=', 'stream')
      .where('expires_at', '>', latest)
      .execute();
    const rows = await this.db
      .selectFrom('wallet_holds')
      .select('org_id')
      .distinct()
      .where('state', '=', 'open')
      .where('expires_at', '<=', now)
      .execute();
    for (const { org_id: orgId } of rows) {
      await withTenant(this.db, orgId, async (transaction) => {
        await lockWallet(transaction, orgId);
        await freeDeadHolds(transaction, orgId, now);
      });
    }
    return rows.length;
  }

  /** Deletes closed holds; the ledger's unique keys still refuse a second charge. @returns how many */
  async forgetClosed(before: Date): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('wallet_holds')
      .where('state', '!=', 'open')
      .where('expires_at', '<', before)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

/**
 * Settles a hold inside the caller's transaction: the caller's rows and the charge are stored together or not
 * at all. Work that outlived its hold is paid from the free credit.
 */
export const settleWithin = async (
  transaction: Transaction<Schema>,
  hold: Hold,
  microCredits: number,
  at: Date,
): Promise<void> => {
  if (!Number.isSafeInteger(microCredits) || microCredits < 0) {
    throw new RangeError('a charge is a whole number of micro-credits');
  }
  const purse = await lockWallet(transaction, hold.orgId);
  const row = await findHoldById(transaction, hold);
  if (purse === undefined || row === undefined) throw new Error('there is no such hold');
  if (row.state === 'settled' || row.state === 'released') return;
  const held = readMicroCredits(row.micro_credits);
  const most = row.state === 'open' ? held : Math.min(hold.microCredits, free(purse));
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

/** Releases a hold inside the caller's transaction. */
export const releaseWithin = async (transaction: Transaction<Schema>, hold: Hold): Promise<void> => {
  await lockWallet(transaction, hold.orgId);
  const row = await findHoldById(transaction, hold);
  if (row?.state !== 'open') return;
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

const free = ({ balance, held }: Purse): number => balance - held;

const insufficient = (purse: Purse, wanted: number): Fault =>
  new Fault('insufficient_credits', 'the wallet of this organization cannot pay for this: top it up', {
    details: { required_micro_credits: wanted, available_micro_credits: free(purse) },
  });

/** Changes a wallet by whole amounts; the constraints of its table refuse an invalid balance. */
const move = async (
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

const findHold = (
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
  { id, orgId }: Hold,
): Promise<Selectable<WalletHoldsTable> | undefined> =>
  db
    .selectFrom('wallet_holds')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
