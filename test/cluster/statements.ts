/** What Postgres spent on each statement, from pg_stat_statements. */
import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly calls: number;
  readonly totalMs: number;
  readonly rows: number;
  readonly walBytes: number;
}

const within = async <T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

/** Begins to count. */
export const watchStatements = (url: string): Promise<void> =>
  within(url, async (client) => {
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('select pg_stat_statements_reset()');
  });

/** Those that cost most, first. */
export const readStatements = (url: string): Promise<readonly Statement[]> =>
  within(url, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select query, calls::text, total_exec_time::text as ms, rows::text, wal_bytes::text
       from pg_stat_statements order by total_exec_time desc`,
    );
    return rows.map((row) => ({
      text: (row['query'] ?? '').replaceAll(/\s+/g, ' '),
      calls: Number(row['calls']),
      totalMs: Number(row['ms']),
      rows: Number(row['rows']),
      walBytes: Number(row['wal_bytes']),
    }));
  });
