import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from './data-directory.js';
import { PgliteDialect } from './pglite-dialect.js';
import { PgliteThread } from './pglite-thread.js';
import { PgliteTurns } from './pglite-turns.js';

interface Notes {
  notes: { text: string };
}

let directory: string;
let thread: PgliteThread;
let everyday: Kysely<Notes>;
let urgent: Kysely<Notes>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'undertone-dialect-'));
  const files = join(directory, 'postgres');
  await prepareDataDirectory(files);
  thread = await PgliteThread.open(files);
  const turns = new PgliteTurns();
  const open = (isUrgent: boolean) =>
    new Kysely<Notes>({ dialect: new PgliteDialect({ thread, turns, urgent: isUrgent }) });
  everyday = open(false);
  urgent = open(true);
  await sql`create table notes (text text not null unique)`.execute(everyday);
}, 120_000);
afterAll(async () => {
  await thread.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => sql`delete from notes`.execute(everyday));

const write = (db: Kysely<Notes>, ...texts: string[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const text of texts) await transaction.insertInto('notes').values({ text }).execute();
  });
const written = async (): Promise<string[]> =>
  (await everyday.selectFrom('notes').select('text').execute()).map(({ text }) => text);

describe('the embedded database’s one connection', () => {
  it('goes to urgent work before all other waiting work, but never in the middle of a transaction', async () => {
    const order: string[] = [];
    const noted = async (name: string, work: Promise<void>): Promise<void> => {
      await work;
      order.push(name);
    };
    await Promise.all([
      noted('first', write(everyday, 'first', 'of two')),
      noted('second', write(everyday, 'second')),
      noted('third', write(everyday, 'third')),
      noted('urgent', write(urgent, 'urgent')),
      noted('urgent too', write(urgent, 'urgent too')),
    ]);
    expect(order).toEqual(['first', 'urgent', 'urgent too', 'second', 'third']);
    expect(await written()).toEqual(['first', 'of two', 'urgent', 'urgent too', 'second', 'third']);
  });

  it('is released by a transaction that fails, which leaves nothing behind', async () => {
    await write(everyday, 'taken');
    await expect(write(urgent, 'new', 'taken')).rejects.toMatchObject({ code: '23505' });
    expect(await written()).toEqual(['taken']);
    await write(urgent, 'new');
    expect(await written()).toEqual(['taken', 'new']);
  });

  it('is released by a transaction whose first statement fails', async () => {
    await write(everyday, 'taken');
    await expect(write(everyday, 'taken')).rejects.toMatchObject({ code: '23505' });
    await write(everyday, 'next');
    expect(await written()).toEqual(['taken', 'next']);
  });

  it('is released by a transaction without a statement', async () => {
    await write(everyday);
    await write(everyday, 'next');
    expect(await written()).toEqual(['next']);
  });
});
