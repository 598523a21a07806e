import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase, type Database, type DatabaseLocation } from '../storage/database/database.js';

/** What the commands on the store need to find it. */
export interface StoreOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The first one seals, all of them open. */
  readonly secretsKeys: readonly string[] | undefined;
  readonly tokenSecrets: readonly string[] | undefined;
  readonly print: (text: string) => void;
}

/** A command on the store could not do what it was asked for. The message is for a person. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A command as it was typed. */
export interface StoreInput {
  readonly operands: readonly string[];
  readonly flags: ReadonlySet<string>;
}

/** Opens the store as it is, and closes it afterward. */
export const withStore = async <T>(
  options: StoreOptions,
  use: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = await connectDatabase(locationOf(options));
  try {
    return await use(database);
  } finally {
    await database.close();
  }
};

const locationOf = ({ databaseUrl, dataDir, print }: StoreOptions): DatabaseLocation =>
  databaseUrl === undefined
    ? { kind: 'embedded', directory: dataDir }
    : {
        kind: 'server',
        url: databaseUrl,
        onIdleError: ({ message }) => print(`a connection to the database was lost: ${message}\n`),
      };

/** @throws StoreError when there is no embedded database: opening one would make it */
export const mustExist = async ({ databaseUrl, dataDir }: StoreOptions): Promise<void> => {
  if (databaseUrl !== undefined) return;
  try {
    await access(join(dataDir, 'postgres', 'PG_VERSION'));
  } catch (cause) {
    throw new StoreError(
      `there is no database in ${dataDir}: set UNDERTONE_DATA_DIR to the relay’s data folder, or DATABASE_URL`,
      { cause },
    );
  }
};
