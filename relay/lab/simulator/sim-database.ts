import type { PaymentOutcome, PaymentRequest, StreamWallets } from '../../src/domain/billing/payments.js';
import type {
  ClaimOutcome,
  CreateOutcome,
  HeldStream,
  NewStream,
  StreamCheckpoint,
  StreamClaim,
  StreamReturn,
  ReturnOutcome,
  StreamEnding,
  StreamLocation,
  StreamOpening,
  StreamStore,
} from '../../src/domain/live/stream-store.js';
import type { SessionName } from '../../src/domain/call/session-name.js';
import type { ManualClock } from '../../src/stream/testing/manual-clock.js';
import type { Random } from './random.js';
import type { SimAccounts } from './sim-accounts.js';
import type { SimStore } from './sim-store.js';
import type { RareEvents } from './rare-events.js';

const SLOW_MS = 900;

/** No answer came; the call may have had its effect all the same. */
export class DatabaseAway extends Error {}

export interface DatabaseParts {
  readonly clock: ManualClock;
  readonly random: Random;
  readonly store: SimStore;
  readonly accounts: SimAccounts;
  readonly sometimes: RareEvents;
  /** Called after every transaction, to check the money. */
  readonly committed: () => void;
  readonly created: (session: NewStream) => void;
}

/** The single database of all relays, over a network that is slow at times and loses requests and answers. */
export class SimDatabase {
  isAway = false;
  /** The share of calls with a fault. */
  faults = 0;

  constructor(private readonly parts: DatabaseParts) {}

  /** A relay's connection. */
  connect(isAlive: () => boolean): DatabaseConnection {
    return new DatabaseConnection(this.parts, this, isAlive);
  }
}

/** A process's connection. If the process dies, each of its calls is done or not, and nobody gets an answer. */
class DatabaseConnection implements StreamStore, StreamWallets {
  /** Calls that move money and are not answered yet. */
  charging = 0;

  constructor(
    private readonly parts: DatabaseParts,
    private readonly database: SimDatabase,
    private readonly isAlive: () => boolean,
  ) {}

  async pay(requests: readonly PaymentRequest[]): Promise<readonly PaymentOutcome[]> {
    this.charging += 1;
    try {
      return await this.call(() => {
        this.noteRepeats(requests);
        const outcomes = this.parts.accounts.commit(requests);
        if (outcomes.some(({ kind }) => kind === 'fenced')) {
          this.parts.sometimes.happened('an older holder was fenced off');
        }
        return outcomes;
      });
    } finally {
      this.charging -= 1;
    }
  }

  create(session: NewStream): Promise<CreateOutcome> {
    return this.call(() => {
      const outcome = this.parts.store.create(session);
      if (outcome.kind === 'created') this.parts.created(session);
      return outcome;
    });
  }

  discard(opening: StreamOpening): Promise<void> {
    return this.call(() => this.parts.store.discard(opening));
  }

  claim(claim: StreamClaim): Promise<ClaimOutcome> {
    return this.call(() => this.parts.store.claim(claim));
  }

  hasMoved(held: HeldStream): Promise<boolean> {
    return this.call(() => this.parts.store.hasMoved(held));
  }

  regain(back: StreamReturn): Promise<ReturnOutcome> {
    return this.call(() => this.parts.store.regain(back));
  }

  checkpoint(batch: readonly StreamCheckpoint[]): Promise<readonly StreamCheckpoint[]> {
    return this.call(() => this.parts.store.checkpoint(batch));
  }

  locate(name: SessionName): Promise<StreamLocation | undefined> {
    return this.call(() => this.parts.store.locate(name));
  }

  end(ending: StreamEnding): Promise<'ended' | 'fenced'> {
    return this.call(() => this.parts.store.end(ending));
  }

  private async call<T>(transaction: () => T): Promise<T> {
    try {
      const result = await this.send(transaction);
      if (this.isAlive()) return result;
    } catch (error) {
      if (this.isAlive()) throw error;
    }
    return new Promise<T>(() => undefined);
  }

  private async send<T>(transaction: () => T): Promise<T> {
    const { random, sometimes, committed } = this.parts;
    const isFaulty = random.chance(this.database.faults);
    if (isFaulty) await this.pause(random.between(1, SLOW_MS));
    else await Promise.resolve();
    if (this.database.isAway) {
      sometimes.happened('the database was away');
      throw new DatabaseAway('the database does not answer');
    }
    // The requests of a dead process may or may not have reached the database.
    if (!this.isAlive() && random.chance(0.5))
      throw new DatabaseAway('the connection ended with its process');
    const result = transaction();
    committed();
    if (isFaulty) {
      if (random.chance(0.5)) await this.pause(random.between(1, SLOW_MS));
      if (random.chance(0.3)) {
        if (this.charging > 0) sometimes.happened('a charge was made and its answer was lost');
        throw new DatabaseAway('the connection broke before the answer came');
      }
    }
    return result;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.parts.clock.after(ms, resolve));
  }

  private noteRepeats(requests: readonly PaymentRequest[]): void {
    const { accounts, sometimes } = this.parts;
    for (const { sessionId, charges } of requests) {
      for (const { channel, second } of charges) {
        if (!accounts.hasPaid(sessionId, channel, second)) continue;
        sometimes.happened('a second was asked for again that was paid');
        return;
      }
    }
  }
}

export type { DatabaseConnection };
