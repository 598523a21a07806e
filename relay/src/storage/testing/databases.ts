import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../database/database.js';
import { EMBEDDED_TEMPLATE, SERVER_TEMPLATE, TEMPLATE_SERVER } from './templates.js';

export interface TestDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** The two databases for the same schema and queries; every repository test runs on both. */
export const DATABASES: readonly { readonly name: string; readonly open: () => Promise<TestDatabase> }[] = [
  { name: 'the embedded database', open: () => openEmbedded() },
  { name: 'a Postgres server', open: () => openServer() },
];

/** An empty embedded database with all migrations, in a folder that is deleted with it. */
export const openEmbedded = async (): Promise<TestDatabase> => {
  const directory = await mkdtemp(join(tmpdir(), 'undertone-pglite-'));
  await cp(template(EMBEDDED_TEMPLATE), directory, { recursive: true });
  const database = await openDatabase({ kind: 'embedded', directory });
  return {
    database,
    close: async () => {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** The same as a database of its own on the server that all tests share. */
const openServer = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${SERVER_TEMPLATE}`);
  const url = new URL(template(TEMPLATE_SERVER));
  url.pathname = name;
  const onIdleError = (error: Error): void => {
    throw error;
  };
  const database = await openDatabase({ kind: 'server', url: url.href, onIdleError });
  return {
    database,
    close: async () => {
      await database.close();
      await onServer(`drop database ${name}`);
    },
  };
};

const template = (variable: string): string => {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is missing: templates.ts sets it for the unit tests`);
  return value;
};

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: template(TEMPLATE_SERVER) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
