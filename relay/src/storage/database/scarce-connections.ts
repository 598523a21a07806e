import type pg from 'pg';

/** SQLSTATE: the server, the database or the role has no connection left. */
const NONE_LEFT = '53300';
/** So long the pool opens no further connection. */
const SCARCE_MS = 10_000;

export interface ScarceOptions {
  /** How long a caller waits for a connection, ms. */
  readonly timeoutMs: number;
  /** Told when the pool makes do with fewer connections than it wants. @param live how many it has */
  readonly onScarce: (live: number) => void;
  readonly nowMs: () => number;
}

/**
 * A pool that makes do with what it has while the server has no connection left: whoever would get one more waits for one of the open
 * ones. The driver's pool refuses that caller, although others come back a moment later.
 */
export class ScarceConnections {
  private readonly pool: pg.Pool;
  private readonly wanted: number;
  private readonly options: ScarceOptions;
  private scarceUntilMs = 0;

  constructor(pool: pg.Pool, options: ScarceOptions) {
    this.pool = pool;
    this.wanted = pool.options.max;
    this.options = options;
  }

  /** @throws what the driver throws; SQLSTATE 53300 where there is no connection at all */
  async connect(): Promise<pg.PoolClient> {
    const { nowMs, timeoutMs } = this.options;
    const giveUpMs = nowMs() + timeoutMs;
    for (;;) {
      if (nowMs() >= this.scarceUntilMs) this.pool.options.max = this.wanted;
      try {
        return await this.pool.connect();
      } catch (error) {
        const live = this.pool.totalCount;
        if (!isNoneLeft(error) || live === 0 || nowMs() >= giveUpMs) throw error;
        this.makeDo(live);
      }
    }
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private makeDo(live: number): void {
    const { nowMs, onScarce } = this.options;
    if (nowMs() >= this.scarceUntilMs) {
      this.scarceUntilMs = nowMs() + SCARCE_MS;
      onScarce(live);
    }
    // With no room, the pool lets callers wait.
    this.pool.options.max = live;
  }
}

const isNoneLeft = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NONE_LEFT;
