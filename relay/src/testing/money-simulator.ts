import type { MeterOutcome, MeterRequest } from '../domain/billing/metering.js';
import { chargeReference } from '../domain/billing/metering.js';
import { MemoryAccounts } from '../domain/billing/testing/memory-accounts.js';
import { ManualClock, settled } from '../stream/testing/manual-clock.js';
import { MemoryStore } from '../stream/testing/memory-store.js';
import { anAuth } from '../stream/testing/rig.js';
import type { CreateOutcome, NewSession } from '../domain/session-store.js';
import { checkBilling, checkReceipt, checkWallets, InvariantBroken } from './money-checks.js';
import { SeededRandom } from './seeded-random.js';
import { RATE, SimulatedCaller } from './simulated-caller.js';
import { SimulatedProcess } from './simulated-process.js';

const CREDIT = 1_000_000;
const ORG = 'org_a';
const PLACES = 3;
const LEASE_MS = 30_000;

/** A mistake that is built in on purpose, to see that it is found. */
export type PlantedBug = 'charges_a_replay_again' | 'loses_a_line_of_the_ledger' | 'admits_one_too_many';

/** Bills a second again when another holder asks for it. */
class ForgetfulAccounts extends MemoryAccounts {
  protected override apply(orgId: string, requests: readonly MeterRequest[]): readonly MeterOutcome[] {
    const known = new Set(this.ledger.map(({ reference }) => reference));
    const outcomes = super.apply(orgId, requests);
    for (const { sessionId, generation, charges } of requests) {
      for (const second of charges) {
        const reference = chargeReference(sessionId, second);
        const account = this.account(orgId);
        if (generation === 1 || !known.has(reference) || account.balance - account.held < CREDIT) continue;
        account.balance -= CREDIT;
        this.ledger.push({ orgId, kind: 'stream', reference, microCredits: -CREDIT });
      }
    }
    return outcomes;
  }
}

class LossyAccounts extends MemoryAccounts {
  protected override apply(orgId: string, requests: readonly MeterRequest[]): readonly MeterOutcome[] {
    const before = this.ledger.length;
    const outcomes = super.apply(orgId, requests);
    if (before % 7 === 3) this.ledger.splice(before, 1);
    return outcomes;
  }
}

class GenerousStore extends MemoryStore {
  override create(session: NewSession): Promise<CreateOutcome> {
    return super.create({ ...session, concurrentMax: session.concurrentMax + 1 });
  }
}

/** One short history of relays, callers and a wallet, all of it out of one seed. */
export class MoneyHistory {
  readonly happened = new Set<string>();
  private readonly random: SeededRandom;
  private readonly clock = new ManualClock();
  private readonly accounts: MemoryAccounts;
  private readonly store: MemoryStore;
  private faultRate: number;
  private processes: SimulatedProcess[];
  private readonly callers: SimulatedCaller[] = [];
  private topUps = 0;
  private spawned = 0;

  constructor(seed: number, bug?: PlantedBug) {
    this.random = new SeededRandom(seed);
    const nowMs = (): number => this.clock.wallMs();
    const accounts = { charges_a_replay_again: ForgetfulAccounts, loses_a_line_of_the_ledger: LossyAccounts };
    this.accounts = new (bug === undefined || bug === 'admits_one_too_many' ? MemoryAccounts : accounts[bug])(
      nowMs,
    );
    const storeMs = (): number => this.clock.monotonicMs();
    this.store = new (bug === 'admits_one_too_many' ? GenerousStore : MemoryStore)(storeMs);
    this.faultRate = this.random.pick([0, 0, 0.05, 0.2]);
    this.processes = [this.spawn(), this.spawn()];
    this.pay(this.random.pick([0, 1, 4, 15, 300, 300]));
  }

  /** @throws InvariantBroken */
  async run(): Promise<void> {
    const steps = 8 + this.random.below(18);
    for (let i = 0; i < steps; i += 1) {
      await this.step();
      this.check();
    }
    await this.putDown();
  }

  private async step(): Promise<void> {
    const { random } = this;
    const roll = random.below(100);
    const attached = this.callers.filter((caller) => caller.attached);
    const caller = attached.length > 0 ? random.pick(attached) : undefined;
    if (roll < 14 || caller === undefined) await this.start();
    else if (roll < 58) await this.talk(1 + random.below(6));
    else if (roll < 63) caller.mute((1 + random.below(16)) * 1_000);
    else if (roll < 67 && !caller.paused) caller.pause();
    else if (roll < 71 && caller.paused) caller.unpause();
    else if (roll < 76) this.drop(caller);
    else if (roll < 84) await this.resume();
    else if (roll < 88) this.kill();
    else if (roll < 92) this.stepClock();
    else if (roll < 95) this.pay(1 + random.below(20));
    else if (roll < 97) this.revoke(caller);
    else if (roll < 99) caller.hangUp();
    else await this.clock.advance(random.pick([5_000, 31_000, 125_000]));
    if (random.chance(0.7)) this.answer();
    await this.clock.advance(random.below(400));
    for (const one of this.callers) {
      const reason = one.read();
      if (reason !== undefined) this.happened.add(`closed: ${reason}`);
    }
  }

  private async start(): Promise<void> {
    if (this.callers.length > 7) return;
    const keyId = `key_${this.callers.length}`;
    const caller = new SimulatedCaller(
      anAuth({
        keyId,
        orgId: ORG,
        plan: { ...anAuth().plan, concurrentStreams: PLACES },
        claims: this.random.chance(0.1) ? { maxCredits: 3 } : {},
      }),
    );
    this.callers.push(caller);
    const refused = await caller.start(this.random.pick(this.processes));
    if (refused !== undefined) this.happened.add(`refused: ${refused}`);
  }

  /** Everybody who is there talks, in quarters of a second. */
  private async talk(quarters: number): Promise<void> {
    for (let i = 0; i < quarters; i += 1) {
      for (const caller of this.callers) if (caller.attached) caller.speak(RATE / 4);
      if (this.random.chance(0.8)) this.answer();
      await this.clock.advance(250);
      for (const caller of this.callers) caller.read();
    }
  }

  private answer(): void {
    for (const { rig, alive } of this.processes) {
      if (!alive) continue;
      for (const stream of rig.inference.streams) if (!stream.closed) stream.answer();
    }
  }

  private drop(caller: SimulatedCaller): void {
    // Some go on talking into the void.
    caller.drop();
    if (this.random.chance(0.5)) caller.speak(RATE / 4);
  }

  private async resume(): Promise<void> {
    const waiting = this.callers.filter(({ resumable }) => resumable);
    if (waiting.length === 0) return;
    const caller = this.random.pick(waiting);
    const former = caller.process;
    const process =
      this.random.chance(0.5) && former?.alive === true ? former : this.random.pick(this.processes);
    const refused = await caller.resume(process);
    if (refused !== undefined) this.happened.add(`not resumed: ${refused}`);
    else if (process === former) this.happened.add('resumed on the same relay');
    else
      this.happened.add(
        former?.alive === true ? 'taken over from a relay that lives' : 'resumed after a crash',
      );
  }

  /** `kill -9` of one relay, at a moment when others may be waiting for it. */
  private kill(): void {
    const victim = this.random.pick(this.processes);
    if (this.callers.some(({ process, attached }) => attached && process === victim)) {
      this.happened.add('a relay was killed under its callers');
    }
    victim.kill();
    for (const caller of this.callers) if (caller.attached && caller.process === victim) caller.drop();
    this.processes = this.processes.map((process) => (process === victim ? this.spawn() : process));
  }

  private stepClock(): void {
    const hour = 3_600_000;
    this.clock.stepWall(this.random.pick([hour, -hour, 24 * hour, -24 * hour, 700]));
    this.happened.add('the clock stepped');
  }

  private pay(credits: number): void {
    if (credits === 0) return;
    this.topUps += 1;
    const reference = `inv-${this.topUps}`;
    this.accounts.topUp(ORG, reference, credits * CREDIT);
    if (this.accounts.topUp(ORG, reference, credits * CREDIT))
      throw new InvariantBroken('I2', 'paid in twice');
  }

  private revoke(caller: SimulatedCaller): void {
    const { keyId } = caller.auth;
    for (const { rig, alive } of this.processes) {
      if (alive && keyId !== undefined && rig.streams.revoke({ keyId }) > 0)
        this.happened.add('a key was revoked');
    }
  }

  private spawn(): SimulatedProcess {
    return new SimulatedProcess({
      name: this.nextName(),
      clock: this.clock,
      store: this.store,
      accounts: this.accounts,
      random: this.random,
      faultRate: () => this.faultRate,
      sometimes: (what) => this.happened.add(what),
    });
  }

  private nextName(): string {
    this.spawned += 1;
    return `${this.spawned}.`;
  }

  private check(): void {
    checkWallets(this.accounts);
    checkBilling(this.accounts, this.callers);
    const open = this.callers.filter(({ attached, process }) => attached && process?.alive === true).length;
    if (open > PLACES) throw new InvariantBroken('I6', `${open} streams are open, the plan allows ${PLACES}`);
  }

  /** Who is still there hangs up, and nothing fails any more: now every account is even. */
  private async hangUp(): Promise<void> {
    this.faultRate = 0;
    for (const caller of this.callers) if (this.random.chance(0.8)) caller.hangUp();
    for (let i = 0; i < 4; i += 1) {
      this.answer();
      await this.clock.advance(2_000);
    }
    for (const caller of this.callers) {
      if (caller.read() === 'normal') this.happened.add('closed: normal');
    }
    this.check();
    for (const caller of this.callers) if (!caller.attached) checkReceipt(this.accounts, caller);
  }

  /** Every relay dies; after the lease as many streams as the plan allows can be opened, and not one more. */
  private async putDown(): Promise<void> {
    await this.hangUp();
    for (const process of this.processes) process.kill();
    for (const caller of this.callers) if (caller.attached) caller.drop();
    await this.clock.advance(LEASE_MS + 1);
    this.accounts.broken = undefined;
    this.pay(PLACES * 200);
    const process = new SimulatedProcess({
      name: this.nextName(),
      clock: this.clock,
      store: this.store,
      accounts: this.accounts,
      random: this.random,
      faultRate: () => 0,
      sometimes: () => undefined,
    });
    const outcomes: (string | undefined)[] = [];
    for (let i = 0; i <= PLACES; i += 1) {
      const caller = new SimulatedCaller(
        anAuth({ orgId: ORG, plan: { ...anAuth().plan, concurrentStreams: PLACES } }),
      );
      outcomes.push(await caller.start(process));
    }
    const admitted = outcomes.filter((outcome) => outcome === undefined).length;
    if (admitted !== PLACES) {
      throw new InvariantBroken('I6', `${admitted} of ${PLACES} places after a crash: ${outcomes.join()}`);
    }
    process.kill();
    // What dead holders had set aside comes back.
    for (let i = 0; i < 2; i += 1) {
      this.accounts.sweep();
      this.clock.freeze(400_000);
    }
    this.accounts.sweep();
    checkWallets(this.accounts);
    if (this.accounts.account(ORG).held !== 0)
      throw new InvariantBroken('I2', 'a dead holder keeps its hold');
    await settled();
  }
}
