import { applyPayments } from '../apply-payments.js';
import { hasBegun, type LedgerLine, WalletDraft, type StreamHold } from '../wallet-draft.js';
import { HOLD_TTL_MS, type PaymentOutcome, type PaymentRequest, type StreamWallets } from '../payments.js';

interface Account {
  balance: number;
  held: number;
  readonly holds: Map<string, StreamHold>;
}

export interface MemoryLine {
  readonly orgId: string;
  readonly kind: LedgerLine['kind'] | 'top_up';
  readonly reference: string;
  readonly microCredits: number;
}

/**
 * Accounts in memory with the same contract: one wallet at a time, all or nothing, and a ledger that only
 * grows.
 */
export class MemoryAccounts implements StreamWallets {
  readonly ledger: MemoryLine[] = [];
  readonly accounts = new Map<string, Account>();
  calls = 0;
  /** While set, every call fails with this error. */
  broken: Error | undefined;
  /** While set, answers wait for it. The work itself is done before the wait. */
  gate: Promise<void> | undefined;

  constructor(private readonly nowMs: () => number) {}

  topUp(orgId: string, reference: string, microCredits: number): boolean {
    const known = this.ledger.some(
      (line) => line.orgId === orgId && line.kind === 'top_up' && line.reference === reference,
    );
    if (known) return false;
    this.account(orgId).balance += microCredits;
    this.ledger.push({ orgId, kind: 'top_up', reference, microCredits });
    return true;
  }

  async pay(requests: readonly PaymentRequest[]): Promise<readonly PaymentOutcome[]> {
    await Promise.resolve();
    if (this.broken !== undefined) throw this.broken;
    this.calls += 1;
    const orgs = [...new Set(requests.map(({ orgId }) => orgId))];
    const outcomes = orgs.flatMap((orgId) =>
      this.apply(
        orgId,
        requests.filter((request) => request.orgId === orgId),
      ),
    );
    await this.gate;
    return outcomes;
  }

  account(orgId: string): Account {
    const known = this.accounts.get(orgId);
    if (known !== undefined) return known;
    const fresh = { balance: 0, held: 0, holds: new Map<string, StreamHold>() };
    this.accounts.set(orgId, fresh);
    return fresh;
  }

  /** Gives back the money that dead holders had set aside. */
  sweep(): void {
    const nowMs = this.nowMs();
    for (const account of this.accounts.values()) {
      for (const hold of account.holds.values()) {
        hold.expiresAtMs = Math.min(hold.expiresAtMs, nowMs + HOLD_TTL_MS);
        if (!hold.open || hold.expiresAtMs > nowMs) continue;
        account.held -= hold.microCredits;
        hold.microCredits = 0;
        hold.open = false;
      }
    }
  }

  protected apply(orgId: string, requests: readonly PaymentRequest[]): readonly PaymentOutcome[] {
    const account = this.account(orgId);
    const asked = new Set(requests.map(({ sessionId }) => sessionId));
    const nowMs = this.nowMs();
    const others = [...account.holds.values()].filter(
      (hold) => hold.open && hold.expiresAtMs > nowMs && !asked.has(hold.sessionId),
    );
    const draft = new WalletDraft({
      balance: account.balance,
      held: account.held,
      holds: [...asked].flatMap((id) => {
        const hold = account.holds.get(id);
        return hold === undefined ? [] : [{ ...hold, fresh: false, changed: false }];
      }),
      known: this.ledger.filter(
        (line): line is MemoryLine & { kind: LedgerLine['kind'] } =>
          line.orgId === orgId && line.kind !== 'top_up',
      ),
      otherChannels: others.reduce((sum, { channels }) => sum + channels, 0),
    });
    const { lines, outcomes } = applyPayments(draft, requests, nowMs);
    account.balance = draft.balance;
    account.held = draft.held;
    for (const hold of draft.holds.filter((one) => !one.fresh || hasBegun(one)))
      account.holds.set(hold.sessionId, hold);
    for (const { kind, reference, microCredits } of lines) {
      this.ledger.push({ orgId, kind, reference, microCredits });
    }
    return outcomes;
  }
}
