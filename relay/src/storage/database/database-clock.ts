import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.js';

/** The one clock that all relays of a database share. */
export class DatabaseClock {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Milliseconds since 1970, UTC. @throws what the driver throws */
  async nowMs(): Promise<number> {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms
    `.execute(this.db);
    const [row] = rows;
    if (row === undefined) throw new Error('the database did not say what time it is');
    return row.ms;
  }
}
