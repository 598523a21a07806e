import type { UsageBiller } from '../billing/usage-biller.js';
import type { Connections } from '../connections.js';
import type { LiveSession } from '../live-session.js';
import type { StreamDependencies } from '../ports.js';
import type { SessionRegistry } from '../registry.js';
import type { Checkpointer } from './checkpointer.js';
import { SessionWatch, TICK_MS } from './session-watch.js';

/** Longer without a tick or a message, this process itself stood still. */
const PAUSE_MS = 1_000;

interface Beaten {
  readonly registry: SessionRegistry;
  readonly connections: Connections;
  readonly checkpointer: Checkpointer;
  /** Absent: audio costs nothing. */
  readonly biller: UsageBiller | undefined;
}

/** The one timer of all streams. It beats from the start until {@link stop}. */
export class Pulse {
  readonly stop: () => void;
  private readonly watches = new WeakMap<LiveSession, SessionWatch>();
  private seenMs: number;

  constructor(
    { clock, timers }: Pick<StreamDependencies, 'clock' | 'timers'>,
    private readonly beaten: Beaten,
  ) {
    this.seenMs = clock.monotonicMs();
    this.stop = timers.every(TICK_MS, () => this.beat(clock.monotonicMs()));
  }

  /** A process that was stopped, or that a debugger or a busy machine held, finds everything that came meanwhile at once. */
  awake(nowMs: number): void {
    const pauseMs = nowMs - this.seenMs - TICK_MS;
    this.seenMs = nowMs;
    if (pauseMs < PAUSE_MS) return;
    for (const connection of this.beaten.connections.all()) connection.forgive(pauseMs);
  }

  private beat(nowMs: number): void {
    const { registry, connections, checkpointer, biller } = this.beaten;
    this.awake(nowMs);
    for (const connection of connections.all()) connection.tick(nowMs);
    for (const session of registry.all()) session.guard(() => this.watchOf(session).tick(nowMs));
    biller?.tick();
    checkpointer.tick(nowMs);
  }

  private watchOf(session: LiveSession): SessionWatch {
    const known = this.watches.get(session);
    if (known !== undefined) return known;
    const fresh = new SessionWatch(session);
    this.watches.set(session, fresh);
    return fresh;
  }
}
