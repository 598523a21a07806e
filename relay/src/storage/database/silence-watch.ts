import { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Ends connections that are in use and on which nothing comes. Of a host that is gone without a word, or behind a proxy that forgot
 * the connection, the driver waits for ever: `statement_timeout` is the server's to keep, and the driver's `query_timeout` gives up
 * the query but keeps the connection.
 */
export class SilenceWatch {
  private limitMs = 0;
  private readonly taken = new Set<pg.PoolClient>();

  constructor(pool: pg.Pool) {
    pool.on('connect', (client) => {
      const socket = socketOf(client);
      socket.on('timeout', () =>
        socket.destroy(new Error(`Connection terminated: nothing came for ${this.limitMs} ms`)),
      );
    });
    pool.on('acquire', (client) => {
      this.taken.add(client);
      socketOf(client).setTimeout(this.limitMs);
    });
    pool.on('release', (_error, client) => {
      this.taken.delete(client);
      socketOf(client).setTimeout(0);
    });
  }

  /**
   * Also for connections that are in use already. Their queries fail as in any outage, and the pool opens others.
   * @param limitMs 0 allows any silence, as before the first call
   */
  allow(limitMs: number): void {
    this.limitMs = limitMs;
    for (const client of this.taken) socketOf(client).setTimeout(limitMs);
  }
}

const socketOf = ({ connection }: pg.PoolClient): Socket => {
  const { stream } = connection;
  if (!(stream instanceof Socket)) throw new Error('a connection to Postgres is a socket');
  return stream;
};
