import { type Kysely, type Selectable, sql } from 'kysely';
import { MAX_MICRO_CREDITS } from '../../domain/billing/credits.js';
import { HOLD_TTL_MS } from '../../domain/billing/payments.js';
import type { Hold, HoldOrder, Wallet } from '../../domain/billing/wallet.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { appendAudit } from '../audit/audit-repository.js';
import type { Schema } from '../database/schema.js';
import { type LedgerEntriesTable, readMicroCredits } from '../tables/billing-tables.js';
import { withTenant } from '../tables/tenant.js';
import { findHold, move, releaseWithin, settleWithin } from './wallet-holds.js';
import { availableCredit, freeDeadHolds, lockWallet, type WalletBalance } from './wallet-rows.js';

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

  constructor(db: Kysely<Schema>, nowMs: () => number) {
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
      const wallet = await lockWallet(transaction, orgId);
      if (wallet === undefined) throw new Error('the wallet was just made');
      const known = await findTopUp(transaction, orgId, reference);
      if (known !== undefined) {
        if (readMicroCredits(known.micro_credits) !== microCredits) {
          throw new Fault('idempotency_mismatch', 'this reference paid another amount before');
        }
        return { applied: false, balanceMicroCredits: wallet.balance };
      }
      if (wallet.balance + microCredits > MAX_MICRO_CREDITS) {
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
      return { applied: true, balanceMicroCredits: wallet.balance + microCredits };
    });
  }

  /** Whether a payment with this reference was applied. */
  async hasTopUp(orgId: string, reference: string): Promise<boolean> {
    return (await findTopUp(this.db, orgId, reference)) !== undefined;
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
      let wallet = await lockWallet(transaction, orgId);
      if (wallet === undefined) throw insufficient({ balance: 0, held: 0 }, microCredits);
      const known = await findHold(transaction, orgId, kind, reference);
      if (known?.state === 'settled')
        return { id: known.id, orgId, microCredits: 0, generation: known.generation };
      const generation = known === undefined ? 0 : known.generation + 1;
      const expiresAt = new Date(now.getTime() + order.ttlMs);
      if (known?.state === 'open') {
        await transaction
          .updateTable('wallet_holds')
          .set({ generation, expires_at: expiresAt })
          .where('id', '=', known.id)
          .where('org_id', '=', orgId)
          .execute();
        return { id: known.id, orgId, microCredits: readMicroCredits(known.micro_credits), generation };
      }
      if (availableCredit(wallet) < microCredits) wallet = await freeDeadHolds(transaction, orgId, now);
      if (availableCredit(wallet) < microCredits) throw insufficient(wallet, microCredits);
      const id = known?.id ?? newId('hld');
      await transaction
        .insertInto('wallet_holds')
        .values({
          id,
          org_id: orgId,
          kind,
          reference,
          key_id: order.keyId ?? null,
          micro_credits: microCredits,
          generation,
          state: 'open',
          expires_at: expiresAt,
          created_at: now,
        })
        // Work that is taken up again after its first try gave the money back, or died, is paid like any other.
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ state: 'open', micro_credits: microCredits, generation, expires_at: expiresAt }),
        )
        .execute();
      await move(transaction, orgId, { balance: 0, held: microCredits });
      return { id, orgId, microCredits, generation };
    });
  }

  async settle(hold: Hold, microCredits: number): Promise<void> {
    await withTenant(this.db, hold.orgId, (transaction) =>
      settleWithin(transaction, hold, microCredits, new Date(this.nowMs())),
    );
  }

  async release(hold: Hold): Promise<void> {
    await withTenant(this.db, hold.orgId, (transaction) => releaseWithin(transaction, hold, hold.generation));
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

const insufficient = (wallet: WalletBalance, wanted: number): Fault =>
  new Fault('insufficient_credits', 'the wallet of this organization cannot pay for this: top it up', {
    details: { required_micro_credits: wanted, available_micro_credits: availableCredit(wallet) },
  });

const findTopUp = (
  db: Kysely<Schema>,
  orgId: string,
  reference: string,
): Promise<Pick<Selectable<LedgerEntriesTable>, 'micro_credits'> | undefined> =>
  db
    .selectFrom('ledger_entries')
    .select('micro_credits')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'top_up')
    .where('reference', '=', reference)
    .executeTakeFirst();
