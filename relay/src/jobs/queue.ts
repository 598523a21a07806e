import type { Transaction } from 'kysely';
import type { Schema } from '../storage/database/schema.js';

export interface SendOptions {
  /** Not before then; absent, at once. Wall clock. */
  readonly startAt?: Date;
  /** The job exists exactly when this transaction commits. */
  readonly tx?: Transaction<Schema>;
}

export interface Job<T extends object> {
  readonly id: string;
  readonly data: T;
}

export interface WorkOptions {
  /** Jobs of this queue that are worked on at a time by this process. */
  readonly concurrency?: number;
  /** Jobs fetched by one query. */
  readonly batchSize?: number;
  /** How long an empty queue is left alone. A job sent by this process is seen at once. */
  readonly pollMs?: number;
}

/**
 * Durable work on the relay's own database. A job is done at least once: it is forgotten when its handler resolves, tried
 * again later when it rejects, and again when the process that had it died. Handlers therefore must not mind a second time.
 */
export interface JobQueue {
  /** Before `start`: what is sent to a queue that nobody has named here is refused. */
  work<T extends object>(name: string, handler: (job: Job<T>) => Promise<void>, options?: WorkOptions): void;
  send(name: string, data: object, options?: SendOptions): Promise<void>;
  /** Many jobs by one query. */
  sendMany(
    name: string,
    jobs: readonly { readonly data: object; readonly startAt?: Date }[],
    tx?: Transaction<Schema>,
  ): Promise<void>;
  start(): Promise<void>;
  /** Fetches no more and waits for the handlers in progress, at most this long. */
  stop(graceMs?: number): Promise<void>;
}
