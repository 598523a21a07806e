import { type Kysely, sql } from 'kysely';
import { freeBytesOf } from '../pglite/not-opened.js';
import type { Schema } from './schema.js';

/** Below this, the next checkpoint or log segment of the database may not fit any more. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;
/** Probes come as often as anybody likes, but each is a write. */
const KEPT_MS = 5_000;

export interface WritableOptions {
  readonly db: Kysely<Schema>;
  /** The folder of the embedded database; undefined for a server, whose disk is not ours. */
  readonly directory: string | undefined;
  readonly nowMs: () => number;
  /** Tests give another disk. */
  readonly freeBytes?: (directory: string) => Promise<number>;
}

/**
 * Whether the database takes writes. One that only answers queries is no use to a relay: every payment is a write.
 * @returns a check that rejects with what is wrong, and is made once in five seconds
 */
export const writableCheck = (options: WritableOptions): (() => Promise<void>) => {
  const { nowMs } = options;
  let last: { readonly at: number; readonly outcome: Promise<void> } | undefined;
  return () => {
    if (last === undefined || nowMs() - last.at >= KEPT_MS) {
      const outcome = check(options);
      // Whoever asks gets the rejection; nobody may ask again.
      outcome.catch(() => undefined);
      last = { at: nowMs(), outcome };
    }
    return last.outcome;
  };
};

const check = async ({ db, directory, freeBytes = freeBytesOf }: WritableOptions): Promise<void> => {
  if (directory !== undefined && (await freeBytes(directory)) < LEAST_FREE_BYTES) {
    throw new Error(`less than ${LEAST_FREE_BYTES} bytes are free for the database`);
  }
  await sql`update relay_secrets set since = since`.execute(db);
};
