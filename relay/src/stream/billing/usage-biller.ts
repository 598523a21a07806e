import { settledWithin } from '../../concurrency/settled-within.js';
import type { PaymentOutcome, StreamWallets } from '../../domain/billing/payments.js';
import { endWithoutCredits, noticeWallet } from './wallet-notice.js';
import type { StreamDependencies } from '../ports.js';
import { sessionKey, type SessionRegistry } from '../registry.js';
import type { StreamPayments } from './stream-payments.js';
import type { LiveSession } from '../live-session.js';

/** The pause before the wallets are asked again after a failure. */
const BACKOFF_MS = 1_000;
/** How long the end of a session, or the shutdown of the relay, waits for the wallet. */
const SETTLE_TIMEOUT_MS = 5_000;

/**
 * Pays for all sessions of a relay. It makes one call at a time, with everything that all sessions owe. A
 * session's seconds are requested at the next check (200 ms), or at once when a result waits for one.
 */
export class UsageBiller {
  private inFlight = false;
  private scheduled = false;
  private again = false;
  private notBeforeMs = -Infinity;

  constructor(
    private readonly deps: StreamDependencies,
    private readonly accounts: StreamWallets,
    private readonly registry: SessionRegistry,
  ) {}

  tick(): void {
    void this.flush();
  }

  /** Asks the wallets in a microtask, so that sessions that ask at the same moment share one call. */
  soon(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      if (this.inFlight) this.again = true;
      else void this.flush();
    });
  }

  /** Reserves money for a session. Resolves when the wallet has answered, or when the session is given up. */
  async open({ payments }: LiveSession): Promise<void> {
    if (payments === undefined || payments.answer !== undefined) return;
    const answered = payments.answered();
    this.soon();
    await answered;
  }

  /** Resolves when the session owes nothing more, or after {@link SETTLE_TIMEOUT_MS}. Never rejects. */
  async settle(session: LiveSession): Promise<void> {
    const { payments } = session;
    if (payments === undefined) return;
    const deadlineMs = this.deps.clock.monotonicMs() + SETTLE_TIMEOUT_MS;
    while (payments.isOwing && this.deps.clock.monotonicMs() < deadlineMs) {
      this.soon();
      await this.answerOr(payments, deadlineMs);
    }
    if (payments.isOwing) {
      this.deps.log.warn({ session: session.id }, 'the wallet did not answer in time; its hold will expire');
    }
  }

  /** Resolves with the next answer, or when the time is up. */
  private answerOr(payments: StreamPayments, deadlineMs: number): Promise<boolean> {
    const leftMs = Math.max(0, deadlineMs - this.deps.clock.monotonicMs());
    return settledWithin(payments.answered(), this.deps.timers, leftMs);
  }

  /** Never rejects. */
  private async flush(): Promise<void> {
    const { clock, log, metrics } = this.deps;
    const nowMs = clock.monotonicMs();
    if (this.inFlight || nowMs < this.notBeforeMs) return;
    const asking = this.registry.all().flatMap((session) => {
      const request = session.payments?.request(nowMs);
      const payer = session.payments?.exhaustedBy;
      if (payer !== undefined) session.guard(() => endWithoutCredits(session, payer));
      return request === undefined ? [] : [{ session, request }];
    });
    if (asking.length === 0) return;
    this.inFlight = true;
    let outcomes: readonly PaymentOutcome[] = [];
    try {
      outcomes = await this.accounts.pay(asking.map(({ request }) => request));
    } catch (error) {
      metrics.count('billing_failures');
      log.warn({ sessions: asking.length, error: String(error) }, 'seconds will be charged again');
      this.notBeforeMs = clock.monotonicMs() + BACKOFF_MS;
      for (const { session } of asking) session.payments?.failed();
      return;
    } finally {
      this.inFlight = false;
    }
    metrics.count('billing_batches');
    const answers = new Map(
      outcomes.map((outcome) => [sessionKey(outcome.orgId, outcome.sessionId), outcome]),
    );
    for (const { session } of asking) {
      const outcome = answers.get(sessionKey(session.orgId, session.id));
      if (outcome !== undefined) session.guard(() => take(session, outcome));
    }
    if (!this.again) return;
    this.again = false;
    this.soon();
  }
}

const take = (session: LiveSession, outcome: PaymentOutcome): void => {
  if (outcome.kind === 'fenced') {
    if (session.state.kind !== 'ended') session.supersede();
    return;
  }
  session.payments?.settle(outcome);
  session.paymentGate.open();
  const payer = session.payments?.exhaustedBy;
  if (payer !== undefined) endWithoutCredits(session, payer);
  else noticeWallet(session);
};
