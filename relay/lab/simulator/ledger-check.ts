import { MICRO_CREDITS_PER_CREDIT } from '../../src/domain/billing/credits.js';
import { chargeReference } from '../../src/domain/billing/payments.js';
import type { SimAccounts } from './sim-accounts.js';
import { BLOCKS_PER_SECOND, SAMPLE_RATE, type Truth, Violation } from './truth.js';

const PRICE = MICRO_CREDITS_PER_CREDIT;
const BLOCK_PRICE = PRICE / BLOCKS_PER_SECOND;
/** How many seconds before the newest acknowledgment every step checks. The end checks all seconds. */
const RECENT_S = 3;

/** Compares wallets and ledger with each other and with the truth. */
export class LedgerCheck {
  private read = 0;
  private readonly sums = new Map<string, number>();
  /** The cost of a second minus returns, by reference. */
  private readonly net = new Map<string, number>();
  private readonly returned = new Set<string>();
  private readonly reused = new Set<string>();

  constructor(
    private readonly accounts: SimAccounts,
    private readonly truth: Truth,
  ) {}

  get hasReturns(): boolean {
    return this.returned.size > 0;
  }

  /** Call it after a transaction. @throws Violation */
  committed(): void {
    const lines = this.accounts.ledger.slice(this.read);
    this.read = this.accounts.ledger.length;
    for (const { orgId, microCredits } of lines) {
      this.sums.set(orgId, (this.sums.get(orgId) ?? 0) + microCredits);
    }
    this.checkWallets();
    for (const { kind, reference, microCredits } of lines) {
      if (kind === 'stream') this.charged(reference, microCredits);
      else if (kind === 'stream_return') this.givenBack(reference, microCredits);
    }
  }

  /** Acknowledged audio must be paid, and none of it given back. @throws Violation */
  acknowledged(everything: boolean): void {
    for (const lane of this.truth.all) {
      const last = Math.floor((lane.acknowledged - 1) / SAMPLE_RATE);
      for (let second = everything ? 0 : Math.max(0, last - RECENT_S); second <= last; second += 1) {
        const used = this.truth.used(lane, second, true);
        if (used === 0) continue;
        const reference = chargeReference(lane.sessionId, { channel: lane.channel, second });
        const net = this.net.get(reference) ?? 0;
        if (net < used * BLOCK_PRICE) {
          throw new Violation('I1', `${reference}: ${used} blocks were acknowledged, and ${net} was paid`);
        }
      }
    }
  }

  /** A session that one process held for its whole life costs exactly its analyzed audio, to the sample. @throws Violation */
  exact(sessionId: string): void {
    for (const lane of this.truth.of(sessionId)) {
      for (const [reference, net] of this.linesOf(sessionId)) {
        const second = Number(reference.split('/')[2]);
        if (reference !== chargeReference(sessionId, { channel: lane.channel, second })) continue;
        const used = this.truth.used(lane, second, false);
        if (net !== used * BLOCK_PRICE) {
          throw new Violation('I1', `${reference}: ${used} blocks were analyzed, and ${net} was paid`);
        }
      }
    }
  }

  /** The receipt must be the sum of the ledger's lines. @throws Violation */
  receipt(sessionId: string, microCredits: number): void {
    const sum = this.linesOf(sessionId).reduce((total, [, net]) => total + net, 0);
    if (sum !== microCredits) {
      throw new Violation('I1', `the receipt of ${sessionId} says ${microCredits}, the ledger ${sum}`);
    }
  }

  private linesOf(sessionId: string): [string, number][] {
    return [...this.net].filter(([reference]) => reference.startsWith(`${sessionId}/`));
  }

  private checkWallets(): void {
    for (const [orgId, { balance, held, holds }] of this.accounts.accounts) {
      const sum = this.sums.get(orgId) ?? 0;
      const open = [...holds.values()].reduce((total, { microCredits }) => total + microCredits, 0);
      const facts = `balance ${balance}, ledger ${sum}, held ${held}, holds ${open}`;
      const isWhole = [balance, held].every(Number.isSafeInteger);
      if (balance !== sum || held !== open || held < 0 || balance < held || !isWhole) {
        throw new Violation('I2', `${orgId}: ${facts}`);
      }
    }
  }

  private charged(reference: string, microCredits: number): void {
    const [sessionId = '', channel = '', second = '', again] = reference.split('/');
    if (again !== undefined) {
      this.chargedAgain(reference, microCredits);
      return;
    }
    if (this.net.has(reference)) throw new Violation('I1', `${reference} was charged twice`);
    if (!this.truth.hasSent(sessionId, { channel: Number(channel), second: Number(second) })) {
      throw new Violation('I1', `${reference} was charged and nobody has sent it`);
    }
    if (microCredits !== -PRICE) throw new Violation('I1', `${reference} cost ${-microCredits}`);
    this.net.set(reference, PRICE);
  }

  /** The charge must be exactly what another holder had given back. */
  private chargedAgain(reference: string, microCredits: number): void {
    const second = secondOf(reference);
    const net = this.net.get(second);
    if (net === undefined || net - microCredits !== PRICE || this.reused.has(reference)) {
      throw new Violation('I1', `${reference} was charged again: ${-microCredits} beside ${net ?? 0}`);
    }
    this.reused.add(reference);
    this.net.set(second, PRICE);
  }

  private givenBack(reference: string, microCredits: number): void {
    const second = secondOf(reference);
    const net = this.net.get(second);
    if (this.returned.has(reference)) throw new Violation('I1', `${reference} was given back twice`);
    if (net === undefined || microCredits <= 0 || microCredits > net) {
      throw new Violation(
        'I1',
        `${microCredits} of ${reference} was given back, ${net ?? 'nothing'} was paid`,
      );
    }
    this.returned.add(reference);
    this.net.set(second, net - microCredits);
  }
}

/** The second of a line, also of one that charges a part of it again. */
const secondOf = (reference: string): string => reference.split('/').slice(0, 3).join('/');
