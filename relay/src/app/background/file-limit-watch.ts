import { readdir, readFile } from 'node:fs/promises';
import { Ticker } from '../../concurrency/ticker.js';
import type { Logger } from '../../telemetry/logger.js';

const INTERVAL_MS = 5_000;
/** Above this share of the limit it is said; below the other, it may be said again. */
const NEAR = 0.9;
const FAR = 0.8;

/** How many files and sockets this process has open, and may have. Undefined where the system does not say. */
export type OpenFiles = () => Promise<{ readonly open: number; readonly limit: number } | undefined>;

interface Proc {
  readonly fds: () => Promise<readonly string[]>;
  readonly limits: () => Promise<string>;
}

const LINUX: Proc = {
  fds: () => readdir('/proc/self/fd'),
  limits: () => readFile('/proc/self/limits', 'utf8'),
};

/** From Linux. Elsewhere there is no such folder. */
export const openFiles = ({ fds, limits }: Proc = LINUX): OpenFiles => {
  let known: number | undefined;
  return async () => {
    try {
      const limit = Number(/^Max open files\s+(\d+)/m.exec(await limits())?.[1]);
      if (!Number.isFinite(limit)) return undefined;
      known = limit;
      return { open: (await fds()).length, limit };
    } catch (error) {
      // At the limit there is no descriptor left to look with, which says it all.
      const isFull = error instanceof Error && 'code' in error && error.code === 'EMFILE';
      return isFull && known !== undefined ? { open: known, limit: known } : undefined;
    }
  };
};

/**
 * Says when the process comes near the limit of open files. At the limit the system refuses connections, and neither the
 * socket library nor anybody else says so.
 */
export class FileLimitWatch {
  private isNear = false;

  constructor(
    private readonly read: OpenFiles,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
  ) {}

  /** The first look is at once, while there are descriptors to look with. */
  start(): Ticker {
    return new Ticker({
      everyMs: INTERVAL_MS,
      atOnce: true,
      round: () => this.check(),
      onFailed: (error) => this.log.warn({ err: error }, 'could not count the open files'),
    }).start();
  }

  async check(): Promise<void> {
    const files = await this.read();
    if (files === undefined) return;
    const share = files.open / files.limit;
    if (!this.isNear && share >= NEAR) {
      this.isNear = true;
      this.log.warn(files, 'near the limit of open files: new connections will be refused (raise ulimit -n)');
    } else if (this.isNear && share < FAR) {
      this.isNear = false;
      this.log.info(files, 'below the limit of open files again');
    }
  }
}
