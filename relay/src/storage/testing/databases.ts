import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database/database.js';
import { startPostgres } from './postgres.js';

export interface TestDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** The two databases for the same schema and queries; every repository test runs on both. */
export const DATABASES: readonly { readonly name: string; readonly open: () => Promise<TestDatabase> }[] = [
  { name: 'the embedded database', open: () => openEmbedded() },
  { name: 'a Postgres server', open: () => openServer() },
];

const openEmbedded = async (): Promise<TestDatabase> => {
  const directory = await mkdtemp(join(tmpdir(), 'undertone-pglite-'));
  const database = await openDatabase({ kind: 'embedded', directory });
  return {
    database,
    close: async () => {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const openServer = async (): Promise<TestDatabase> => {
  const server = await startPostgres();
  const onIdleError = (error: Error): void => {
    throw error;
  };
  const database = await openDatabase({ kind: 'server', url: server.url, onIdleError });
  return {
    database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
};
