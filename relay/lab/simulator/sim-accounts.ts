import type { PaymentOutcome, PaymentRequest } from '../../src/domain/billing/payments.js';
import { chargeReference } from '../../src/domain/billing/payments.js';
import { MemoryAccounts } from '../../src/domain/billing/testing/memory-accounts.js';
import { MICRO_CREDITS_PER_CREDIT } from '../../src/domain/billing/credits.js';
import type { PlantedBug } from './planted-bugs.js';

/** The wallets: the domain's own rules in memory, with each batch applied at once as a whole, and planted bugs. */
export class SimAccounts extends MemoryAccounts {
  constructor(
    nowMs: () => number,
    private readonly plant: PlantedBug | undefined,
  ) {
    super(nowMs);
  }

  /** One transaction. */
  commit(requests: readonly PaymentRequest[]): readonly PaymentOutcome[] {
    const orgs = new Set(requests.map(({ orgId }) => orgId));
    return [...orgs].flatMap((orgId) =>
      this.apply(
        orgId,
        requests.filter((request) => request.orgId === orgId),
      ),
    );
  }

  override topUp(orgId: string, reference: string, microCredits: number): boolean {
    const applied = super.topUp(orgId, reference, microCredits);
    if (!applied && this.plant === 'tops_up_again') this.account(orgId).balance += microCredits;
    return applied;
  }

  /** Whether a second is in the ledger. */
  hasPaid(sessionId: string, channel: number, second: number): boolean {
    const reference = chargeReference(sessionId, { channel, second });
    return this.ledger.some((line) => line.kind === 'stream' && line.reference === reference);
  }

  protected override apply(orgId: string, requests: readonly PaymentRequest[]): readonly PaymentOutcome[] {
    const account = this.account(orgId);
    switch (this.plant) {
      case 'charges_again':
        for (const { sessionId, charges } of requests) {
          for (const second of charges) {
            if (!this.hasPaid(sessionId, second.channel, second.second)) continue;
            account.balance -= MICRO_CREDITS_PER_CREDIT;
            const reference = chargeReference(sessionId, second);
            this.ledger.push({ orgId, kind: 'stream', reference, microCredits: -MICRO_CREDITS_PER_CREDIT });
          }
        }
        return super.apply(orgId, requests);
      case 'charges_nothing':
        return super
          .apply(
            orgId,
            requests.map((request) => ({
              ...request,
              charges: request.charges.filter(({ second }) => second % 5 !== 4),
            })),
          )
          .map((outcome, index) =>
            outcome.kind === 'fenced' ? outcome : { ...outcome, paid: requests[index]?.charges ?? [] },
          );
      case 'returns_again': {
        const before = this.ledger.length;
        const outcomes = super.apply(orgId, requests);
        for (const line of this.ledger.slice(before)) {
          if (line.kind !== 'stream_return') continue;
          account.balance += line.microCredits;
          this.ledger.push(line);
        }
        return outcomes;
      }
      case 'spends_what_is_held': {
        const outcomes = super.apply(orgId, requests);
        const { length } = this.ledger;
        if (account.held < account.balance || account.held === 0) return outcomes;
        account.balance -= 1;
        this.ledger.push({ orgId, kind: 'stream', reference: `other/0/${length}`, microCredits: -1 });
        return outcomes;
      }
      case 'tops_up_again':
      case 'one_place_too_many':
      case 'lease_without_end':
      case undefined:
        return super.apply(orgId, requests);
    }
  }
}
