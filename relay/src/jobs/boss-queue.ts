import { CompiledQuery, type Kysely, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../storage/database/database.js';
import type { Schema } from '../storage/database/schema.js';
import { Batcher } from '../concurrency/batcher.js';
import { QueueWorker } from './queue-worker.js';
import type { Job, JobQueue, SendOptions, WorkOptions } from './queue.js';
import { defined } from '../domain/defined.js';

export interface BossQueueOptions {
  readonly database: Database;
  /** Called when one of the queue's own queries or a handler failed. The job is tried again. */
  readonly onError: (error: unknown, queue?: string) => void;
  /** After this time, the job of a process that died goes to another one. Longer than any handler takes. */
  readonly expireInS?: number;
  /** How often expired jobs are looked for. */
  readonly maintenanceS?: number;
}

const EXPIRE_S = 60;
const MAINTENANCE_S = 30;
/** A job is retried this long after its handler rejected. The limit is practically endless, or the job would be lost. */
const RETRY_DELAY_S = 10;
const RETRY_LIMIT = 1_000_000;
const RETENTION_DAYS = 30;
const SCHEMA = 'pgboss';
/** A request takes 5 s at most. */
const STOP_GRACE_MS = 6_000;

/** Jobs with pg-boss on the relay's own database, embedded or on a server. */
export class BossQueue implements JobQueue {
  private readonly database: Database;
  private readonly onError: BossQueueOptions['onError'];
  private readonly boss: PgBoss;
  private readonly workers = new Map<string, QueueWorker>();
  private started = false;

  constructor({ database, onError, expireInS = EXPIRE_S, maintenanceS = MAINTENANCE_S }: BossQueueOptions) {
    this.database = database;
    this.onError = onError;
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.execute(text, values) },
      schema: SCHEMA,
      // No cron: it would only poll the single connection of the embedded database.
      schedule: false,
      maintenanceIntervalSeconds: maintenanceS,
      expireInSeconds: expireInS,
      retryLimit: RETRY_LIMIT,
      retryDelay: RETRY_DELAY_S,
      retentionDays: RETENTION_DAYS,
    });
    this.boss.on('error', (error) => onError(error));
  }

  work<T extends object>(
    name: string,
    handler: (job: Job<T>) => Promise<void>,
    options: WorkOptions = {},
  ): void {
    if (this.started) throw new Error(`queue ${name} is named after the start`);
    if (this.workers.has(name)) throw new Error(`queue ${name} has a handler already`);
    const forget = new Batcher<string, undefined>(async (ids) => {
      await this.boss.deleteJob(name, [...ids]);
      return ids.map(() => undefined);
    });
    const worker = new QueueWorker(
      {
        fetch: (count) => this.boss.fetch<T>(name, { batchSize: count }),
        handle: (job) => handler(job as Job<T>),
        forget: (id) => forget.add(id),
        retry: (id) => this.boss.fail(name, id),
        onError: (error) => this.onError(error, name),
      },
      options,
    );
    this.workers.set(name, worker);
  }

  async send(name: string, data: object, { startAt, tx }: SendOptions = {}): Promise<void> {
    await this.sendMany(name, [{ data, ...defined({ startAt }) }], tx);
  }

  async sendMany(
    name: string,
    jobs: readonly { readonly data: object; readonly startAt?: Date }[],
    tx?: SendOptions['tx'],
  ): Promise<void> {
    const worker = this.workers.get(name);
    if (worker === undefined) throw new Error(`no such queue: ${name}`);
    if (jobs.length === 0) return;
    const rows = jobs.map(({ data, startAt }) => ({ name, data, ...(startAt && { startAfter: startAt }) }));
    await this.boss.insert(rows, tx === undefined ? {} : { db: { executeSql: executeOn(tx) } });
    worker.nudge();
  }

  async start(): Promise<void> {
    await this.boss.start();
    for (const name of this.workers.keys()) await this.boss.createQueue(name);
    if (this.database.kind === 'embedded') await this.reclaim();
    this.started = true;
    for (const worker of this.workers.values()) worker.start();
  }

  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    if (!this.started) return;
    await Promise.all([...this.workers.values()].map((worker) => worker.stop(graceMs)));
    await this.boss.stop({ graceful: false });
  }

  /** The lock on the data folder proves that no other process is there, so every active job is of a process that died. */
  private async reclaim(): Promise<void> {
    await sql`update ${sql.table(`${SCHEMA}.job`)} set state = 'retry', start_after = now() where state = 'active'`.execute(
      this.database.queries,
    );
  }

  private async execute(text: string, values: unknown[] | undefined): Promise<{ rows: unknown[] }> {
    // pg-boss sends its maintenance as a script with a transaction inside.
    if (values === undefined && /^\s*BEGIN;/.test(text)) {
      await this.database.script(text);
      return { rows: [] };
    }
    return executeOn(this.database.queries)(text, values);
  }
}

const executeOn =
  (queries: Kysely<Schema>) =>
  async (text: string, values: unknown[] | undefined): Promise<{ rows: unknown[] }> => {
    const { rows } = await queries.executeQuery(CompiledQuery.raw(text, values ?? []));
    return { rows };
  };
