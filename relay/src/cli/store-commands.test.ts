import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type DatabaseLocation, openDatabase } from '../storage/database/database.js';
import { migrations } from '../storage/migrations/index.js';
import { startPostgres, type TestPostgres } from '../storage/testing/postgres.js';
import { isStoreCommand, runStoreCommand, STORE_COMMANDS, storeHelp } from './store-commands.js';

let server: TestPostgres;
let root: string;
beforeAll(async () => {
  server = await startPostgres();
  root = await mkdtemp(join(tmpdir(), 'undertone-store-'));
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

/** A place for a store that nobody has used yet. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}
let places = 0;
const KINDS = [
  { name: 'the embedded database', place: (): Promise<Place> => Promise.resolve(embedded()) },
  {
    name: 'a Postgres server',
    place: async (): Promise<Place> => ({
      ...embedded(),
      databaseUrl: await server.createDatabase(`place_${places}`),
    }),
  },
];
const embedded = (): Place => ({ dataDir: join(root, String(++places)), databaseUrl: undefined });
const locationOf = ({ dataDir, databaseUrl }: Place): DatabaseLocation =>
  databaseUrl === undefined
    ? { kind: 'embedded', directory: dataDir }
    : {
        kind: 'server',
        url: databaseUrl,
        onIdleError: (error) => {
          throw error;
        },
      };

const run = async (place: Place, ...line: string[]): Promise<string> => {
  let text = '';
  await runStoreCommand(line, {
    ...place,
    print: (part) => {
      text += part;
    },
  });
  return text;
};

const tablesOf = async (place: Place): Promise<number> => {
  const database = await connectDatabase(locationOf(place));
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_tables where schemaname = current_schema()`.execute(
    database.queries,
  );
  await database.close();
  return rows[0]!.n;
};

describe.each(KINDS)('migrate on $name', ({ place: newPlace }) => {
  it('--dry-run tells every migration that would run, and changes nothing', async () => {
    const place = await newPlace();
    const database = await connectDatabase(locationOf(place));
    await database.close();
    const names = Object.keys(migrations);
    expect(await run(place, 'migrate', '--dry-run')).toBe(
      `${names.map((name) => `would run ${name}\n`).join('')}all of them succeeded and were taken back: nothing was changed\n`,
    );
    expect(await tablesOf(place)).toBe(0);
    expect(await run(place, 'migrate')).toBe(names.map((name) => `ran ${name}\n`).join(''));
    expect(await run(place, 'migrate', '--dry-run')).toContain('up to date');
  }, 60_000);
});

describe('the commands on the store', () => {
  it('say what is wrong', async () => {
    const place = embedded();
    await expect(run(place, 'migrate', '--dry-run')).rejects.toThrow(
      `there is no database in ${place.dataDir}`,
    );
    await expect(run(place, 'migrate', 'now')).rejects.toThrow('usage: undertone-relay migrate [--dry-run]');
    await expect(run(place, 'migrate', '--dry')).rejects.toThrow('--dry');
    const relay = await openDatabase(locationOf(place));
    await expect(run(place, 'migrate', '--dry-run')).rejects.toThrow('is in use by process');
    await relay.close();
  }, 60_000);

  it('have help', async () => {
    for (const { name, usage, help } of STORE_COMMANDS) {
      expect(storeHelp()).toContain(`${name} ${usage}`);
      expect(await run(embedded(), name, '--help')).toContain(help);
      expect(isStoreCommand([name])).toBe(true);
    }
    expect([isStoreCommand([]), isStoreCommand(['org'])]).toEqual([false, false]);
  });
});
