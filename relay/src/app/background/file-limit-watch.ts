import { readdir, readFile } from 'node:fs/promises';
import { Ticker } from '../../concurrency/ticker.js';
import type { Logger } from '../../telemetry/logger.js';

const INTERVAL_MS = 5_000;
/** Above this share of the limit it is said; below the other, it may be said again. */
const NEAR = 0.9;
const FAR = 0.8;

/** How many files and sockets this process has open, and may have. Undefined where the system does not say. */
export type OpenFiles = () => Promise<{ readonly open: number; readonly limit: number } | undefined>;

/** From Linux. Elsewhere there is no such folder. */
export const openFiles: OpenFiles = async () => {
  try {
    const [open, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile('/proc/self/limits', 'utf8'),
    ]);
    const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    return Number.isFinite(limit) ? { open: open.length, limit } : undefined;
  } catch {
    return undefined;
  }
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

  start(): Ticker {
    return new Ticker({
      everyMs: INTERVAL_MS,
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
