import { readFile } from 'node:fs/promises';
import { Ticker } from '../../concurrency/ticker.js';
import type { Logger } from '../../telemetry/logger.js';

/** A session takes some seconds to grow, so this is often enough. */
const INTERVAL_MS = 1_000;
/** Above this share of the limit no new session is taken; below the other, they are taken again. */
const FULL = 0.9;
const ROOM = 0.85;

export interface MemoryUse {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** What is used of the memory that may be used. Undefined where there is no limit. */
export type ReadMemory = () => Promise<MemoryUse | undefined>;

interface System {
  readonly read: (path: string) => Promise<string>;
  readonly residentBytes: () => number;
}

const LINUX: System = {
  read: (path) => readFile(path, 'utf8'),
  residentBytes: () => process.memoryUsage.rss(),
};

/**
 * The nearest of two limits: the operator's, for this process alone, and the container's (cgroup), for the processes that decode
 * and train too.
 */
export const memoryUse =
  (operatorsBytes: number | undefined, system: System = LINUX): ReadMemory =>
  async () => {
    const container = await containersUse(system);
    const own =
      operatorsBytes === undefined
        ? undefined
        : { usedBytes: system.residentBytes(), limitBytes: operatorsBytes };
    if (container === undefined || own === undefined) return own ?? container;
    return shareOf(own) > shareOf(container) ? own : container;
  };

const shareOf = ({ usedBytes, limitBytes }: MemoryUse): number => usedBytes / limitBytes;

/** Inside a container its own group is at the root; a service of systemd finds its group by its path. */
const containersUse = async ({ read }: System): Promise<MemoryUse | undefined> => {
  const own = /^0::(.*)$/m.exec(await read('/proc/self/cgroup').catch(() => ''))?.[1] ?? '/';
  for (const folder of new Set([`/sys/fs/cgroup${own}`, '/sys/fs/cgroup'])) {
    try {
      const limitBytes = Number(await read(`${folder}/memory.max`));
      // `max`: no limit here.
      if (!Number.isFinite(limitBytes)) continue;
      const current = Number(await read(`${folder}/memory.current`));
      // The system takes back what it only caches of files before it kills anybody.
      const cached = Number(/^inactive_file (\d+)$/m.exec(await read(`${folder}/memory.stat`))?.[1] ?? 0);
      return { limitBytes, usedBytes: current - cached };
    } catch {
      // Another kind of system, or an older one.
    }
  }
  return undefined;
};

/** Says whether there is memory for another session: a relay at its limit refuses new ones, because otherwise the system kills it with all. */
export class MemoryWatch {
  private isFull = false;
  /** As it was last read. */
  use: MemoryUse | undefined;

  constructor(
    private readonly read: ReadMemory,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
  ) {}

  get hasRoom(): boolean {
    return !this.isFull;
  }

  /** The first look is at once. */
  start(): Ticker {
    return new Ticker({
      everyMs: INTERVAL_MS,
      atOnce: true,
      round: () => this.check(),
      onFailed: (error) => this.log.warn({ err: error }, 'could not read how much memory is used'),
    }).start();
  }

  async check(): Promise<void> {
    this.use = await this.read();
    const share = this.use === undefined ? 0 : shareOf(this.use);
    if (!this.isFull && share >= FULL) {
      this.isFull = true;
      this.log.warn(this.use, 'near the limit of memory: new sessions are refused');
    } else if (this.isFull && share < ROOM) {
      this.isFull = false;
      this.log.info(this.use ?? {}, 'memory for new sessions again');
    }
  }
}
