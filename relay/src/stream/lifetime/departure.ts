import { CLOSE } from '@undertone/protocol';
import { settledWithin } from '../../concurrency/settled-within.js';
import type { UsageBiller } from '../billing/usage-biller.js';
import type { Connections } from '../connections.js';
import type { LiveSession } from '../live-session.js';
import type { StreamDependencies } from '../ports.js';
import type { SessionRegistry } from '../registry.js';
import { flushAnalysis } from '../results/flush.js';
import type { Checkpointer } from './checkpointer.js';
import { TICK_MS } from './session-watch.js';

/** The longest wait for the last results when the relay shuts down. */
const FLUSH_MS = 2_000;

interface Leaving {
  readonly registry: SessionRegistry;
  readonly connections: Connections;
  readonly checkpointer: Checkpointer;
  /** Absent: audio costs nothing. */
  readonly biller: UsageBiller | undefined;
}

/** The end of a relay whose sessions go on elsewhere. */
export class Departure {
  /** New sessions are refused from then on. */
  hasBegun = false;

  constructor(
    private readonly deps: StreamDependencies,
    private readonly leaving: Leaving,
  ) {}

  /** Asks all clients to leave. After `deadlineMs` it closes the rest. Resolves when the last checkpoint is written. */
  async run(deadlineMs: number): Promise<void> {
    const { registry, connections } = this.leaving;
    this.hasBegun = true;
    for (const session of registry.all()) {
      session.outbox.post({
        kind: 'go_away',
        value: { reason: 'deploy', deadlineMs, resume: true, retryAfterMs: 0 },
      });
    }
    for (const connection of connections.all()) connection.observer?.goAway(deadlineMs);
    await this.allGone(deadlineMs);
    await Promise.all(registry.all().map((session) => this.leave(session)));
    for (const connection of connections.all()) connection.close(CLOSE.restart);
  }

  /** Resolves when all sessions have left by themselves, or after `deadlineMs`. */
  private allGone(deadlineMs: number): Promise<void> {
    const { registry, connections } = this.leaving;
    const { timers } = this.deps;
    return new Promise((resolve) => {
      const done = (): void => {
        cancelDeadline();
        cancelLook();
        resolve();
      };
      const cancelDeadline = timers.after(deadlineMs, done);
      const cancelLook = timers.every(TICK_MS, () => {
        if (registry.size === 0 && connections.size === 0) done();
      });
    });
  }

  /** Leaves a session for a later resume. If the session is ending already, its end comes first. */
  private async leave(session: LiveSession): Promise<void> {
    const { timers, clock } = this.deps;
    if (session.state.kind === 'ending' || session.state.kind === 'ended') return session.steps.settled();
    await settledWithin(flushAnalysis(session), timers, FLUSH_MS);
    await this.leaving.biller?.settle(session);
    if (session.turnRecorder !== undefined) await session.turnRecorder.settled();
    await this.leaving.checkpointer.writeLast(session, clock.monotonicMs());
    session.link?.close(CLOSE.restart);
    session.feed.close('elsewhere');
    session.dispose();
  }
}
