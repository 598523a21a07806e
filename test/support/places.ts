import pg from 'pg';
import { startPostgres, type TestPostgres } from '../../relay/src/storage/testing/postgres.js';
import { RelayProcess } from './relay-process.js';

/** Where voices are known: one relay, or two on one database. */
export interface Places {
  /** The relay that most requests go to. */
  readonly first: RelayProcess;
  /** The relay that receives withdrawals: another one if there is one. */
  readonly second: RelayProcess;
  stop(): Promise<void>;
  /** The tables that hold a text; undefined when the test cannot look into the database. */
  tablesWith(text: string): Promise<readonly string[] | undefined>;
}

export const embedded = async (): Promise<Places> => {
  const relay = await RelayProcess.start({ env: { UNDERTONE_WORKERS: '1' } });
  return {
    first: relay,
    second: relay,
    stop: async () => {
      await relay.stop();
    },
    tablesWith: () => Promise.resolve(undefined),
  };
};

export const twoRelays = async (): Promise<Places> => {
  const postgres: TestPostgres = await startPostgres();
  const env = {
    DATABASE_URL: postgres.url,
    UNDERTONE_TOKEN_SECRET: 'one-secret-for-both-relays-0123456789',
    UNDERTONE_WORKERS: '1',
  };
  const first = await RelayProcess.start({ env });
  const second = await RelayProcess.start({ env });
  return {
    first,
    second,
    stop: async () => {
      await Promise.all([first.stop(), second.stop()]);
      await postgres.stop();
    },
    tablesWith: async (text) => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      try {
        const tables = await client.query<{ name: string }>(
          `select table_name as name from information_schema.tables
           where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
        );
        const found: string[] = [];
        for (const { name } of tables.rows) {
          const hits = await client.query(
            `select 1 from "${name}" as each where position($1 in to_jsonb(each)::text) > 0 limit 1`,
            [text],
          );
          if (hits.rowCount !== 0) found.push(name);
        }
        return found;
      } finally {
        await client.end();
      }
    },
  };
};
