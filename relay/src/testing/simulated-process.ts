import type { MeterOutcome, MeterRequest, StreamAccounts } from '../domain/billing/metering.js';
import type {
  ClaimOutcome,
  CreateOutcome,
  NewSession,
  SessionCheckpoint,
  SessionClaim,
  SessionEnding,
  SessionStore,
} from '../domain/session-store.js';
import type { Cancel } from '../stream/ports.js';
import { ManualClock } from '../stream/testing/manual-clock.js';
import { MemoryStore } from '../stream/testing/memory-store.js';
import { Rig } from '../stream/testing/rig.js';
import type { SeededRandom } from './seeded-random.js';

export interface ProcessSurroundings {
  /** Different for every process. */
  readonly name: string;
  readonly clock: ManualClock;
  readonly store: SessionStore;
  readonly accounts: StreamAccounts;
  readonly random: SeededRandom;
  /** How often the accounts fail. */
  readonly faultRate: () => number;
  readonly sometimes: (what: string) => void;
}

/** The world's clock as one process sees it: its timers die with it. */
class ProcessClock extends ManualClock {
  dead = false;

  constructor(private readonly world: ManualClock) {
    super();
  }

  override monotonicMs(): number {
    return this.world.monotonicMs();
  }

  override wallMs(): number {
    return this.world.wallMs();
  }

  override after(ms: number, run: () => void): Cancel {
    return this.world.after(ms, () => this.unlessDead(run));
  }

  override every(ms: number, run: () => void): Cancel {
    const cancel = this.world.every(ms, () => {
      if (this.dead) cancel();
      else run();
    });
    return cancel;
  }

  private unlessDead(run: () => void): void {
    if (!this.dead) run();
  }
}

type Mortal = <T>(call: () => Promise<T>) => Promise<T>;

/** The world's store as one process sees it. */
class ProcessStore extends MemoryStore {
  constructor(
    private readonly world: SessionStore,
    private readonly mortal: Mortal,
  ) {
    super();
  }

  override create(session: NewSession): Promise<CreateOutcome> {
    return this.mortal(() => this.world.create(session));
  }

  override claim(claim: SessionClaim): Promise<ClaimOutcome> {
    return this.mortal(() => this.world.claim(claim));
  }

  override checkpoint(batch: readonly SessionCheckpoint[]): Promise<readonly string[]> {
    return this.mortal(() => this.world.checkpoint(batch));
  }

  override end(ending: SessionEnding): Promise<'ended' | 'fenced'> {
    return this.mortal(() => this.world.end(ending));
  }
}

/** A relay that can be killed between any two of its steps: what it asked for may have been done, it never hears of it. */
export class SimulatedProcess {
  readonly rig: Rig;
  readonly clock: ProcessClock;

  constructor(private readonly around: ProcessSurroundings) {
    this.clock = new ProcessClock(around.clock);
    this.rig = new Rig({
      name: around.name,
      clock: this.clock,
      store: new ProcessStore(around.store, (call) => this.mortal(call)),
      accounts: { meter: (requests) => this.mortal(() => this.meter(requests)) },
    });
  }

  get alive(): boolean {
    return !this.clock.dead;
  }

  /** `kill -9` */
  kill(): void {
    this.clock.dead = true;
  }

  private async meter(requests: readonly MeterRequest[]): Promise<readonly MeterOutcome[]> {
    const { accounts, random, sometimes, clock } = this.around;
    const faultRate = this.around.faultRate();
    if (random.chance(faultRate)) {
      sometimes('the accounts refused a batch');
      throw new Error('the database is not there');
    }
    const outcomes = await accounts.meter(requests);
    if (random.chance(faultRate)) {
      sometimes('a batch was done and its answer lost');
      throw new Error('the connection broke');
    }
    if (random.chance(faultRate)) {
      sometimes('a batch was slow');
      await new Promise<void>((resolve) => clock.after(random.below(1_500), resolve));
    }
    return outcomes;
  }

  /** What a dead process waits for never comes. */
  private async mortal<T>(call: () => Promise<T>): Promise<T> {
    if (this.isDead()) return forever();
    try {
      const result = await call();
      return this.isDead() ? await forever() : result;
    } catch (error) {
      if (this.isDead()) return forever();
      throw error;
    }
  }

  private isDead(): boolean {
    return this.clock.dead;
  }
}

const forever = (): Promise<never> => new Promise<never>(() => undefined);
