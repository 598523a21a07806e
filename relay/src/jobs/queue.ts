import type { Transaction } from 'kysely';
import type { Schema } from '../storage/database/schema.js';

export interface SendOptions {
  /** The job does not start before this time, on the wall clock. Absent: at once. */
  readonly startAt?: Date;
  /** The job exists if and only if this transaction commits. */
  readonly tx?: Transaction<Schema>;
}

export interface Job<T extends object> {
  readonly id: string;
  readonly data: T;
}

export interface WorkOptions {
  /** How many jobs of this queue this process runs at a time. */
  readonly concurrency?: number;
  /** Jobs fetched by one query. */
  readonly batchSize?: number;
  /** The pause between queries of an empty queue. A job sent by this process is seen at once. */
  readonly pollMs?: number;
}

/**
 * Durable work on the relay's own database. A job runs at least once. It is forgotten when its handler resolves, and runs
 * again later when its handler rejects or its process dies. Therefore handlers must be idempotent.
 */
export interface JobQueue {
  /** Call it before `start`. A job for a queue that was not named here is refused. */
  work<T extends object>(name: string, handler: (job: Job<T>) => Promise<void>, options?: WorkOptions): void;
  send(name: string, data: object, options?: SendOptions): Promise<void>;
  /** Sends many jobs with one query. */
  sendMany(
    name: string,
    jobs: readonly { readonly data: object; readonly startAt?: Date }[],
    tx?: Transaction<Schema>,
  ): Promise<void>;
  start(): Promise<void>;
  /** Fetches no more jobs, and waits at most this long for the handlers in progress. */
  stop(graceMs?: number): Promise<void>;
}
