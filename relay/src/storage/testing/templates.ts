/**
 * Runs once before the unit tests: makes an embedded database and a Postgres server with all migrations, which each
 * test copies. To make and migrate them anew took each test seconds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../database/database.js';
import { startPostgres } from './postgres.js';

/** Names the folder of the embedded database. */
export const EMBEDDED_TEMPLATE = 'UNDERTONE_TEST_EMBEDDED_TEMPLATE';
/** Names the address of the server. */
export const TEMPLATE_SERVER = 'UNDERTONE_TEST_TEMPLATE_SERVER';
/** The database on that server. */
export const SERVER_TEMPLATE = 'template_undertone';

/** @returns what ends and removes them */
export default async function makeTemplates(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'undertone-template-'));
  const [server] = await Promise.all([
    startPostgres(),
    openDatabase({ kind: 'embedded', directory }).then((database) => database.close()),
  ]);
  const onIdleError = (error: Error): void => {
    throw error;
  };
  const url = await server.createDatabase(SERVER_TEMPLATE);
  const migrated = await openDatabase({ kind: 'server', url, onIdleError });
  await migrated.close();
  process.env[EMBEDDED_TEMPLATE] = directory;
  process.env[TEMPLATE_SERVER] = server.url;
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
