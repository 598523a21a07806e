import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PreparedStatements } from './prepared-statements.mjs';

let database: PGlite;
let statements: PreparedStatements;
let nowMs = 0;
beforeAll(async () => {
  database = await PGlite.create();
}, 120_000);
afterAll(() => database.close());
beforeEach(async () => {
  await database.exec('rollback; deallocate all');
  await database.exec(
    'drop table if exists things; create table things (id integer primary key, data jsonb)',
  );
  statements = new PreparedStatements(database, () => nowMs);
});

const INSERT = 'insert into things (id, data) values ($1, $2)';
const SELECT = 'select id, data from things where id = $1';

describe('statements of the embedded database', () => {
  it('give the same result as an unprepared one, for every kind of value', async () => {
    const sql =
      'select $1::int as i, $2::jsonb as j, $3::timestamptz as t, $4::text[] as a, $5::text as n, $6::bytea as b, $7::bool as c, $8::bigint as l';
    const parameters = [
      7,
      { a: [1, 'é'] },
      new Date('2026-02-03T04:05:06.789Z'),
      ['x', 'y,"z'],
      null,
      Uint8Array.of(0, 255),
      true,
      2 ** 40,
    ];
    const { rows, affectedRows } = await database.query(sql, parameters);
    for (let time = 1; time <= 3; time++) {
      expect(await statements.query(sql, parameters), `time ${time}`).toEqual({ rows, affectedRows });
    }
    expect(statements.size).toBe(1);
  });

  it('stay prepared from their second use on', async () => {
    await statements.query(SELECT, [1]);
    expect(statements.size).toBe(0);
    await statements.query(SELECT, [1]);
    expect(statements.size).toBe(1);
    const { rows } = await database.query(
      'select statement from pg_prepared_statements where from_sql = false',
    );
    expect(rows).toEqual([{ statement: SELECT }]);
  });

  it('report how many rows they changed', async () => {
    for (const id of [1, 2, 3]) {
      expect(await statements.query(INSERT, [id, { id }])).toEqual({ rows: [], affectedRows: 1 });
    }
    expect((await statements.query('delete from things where id > $1', [1])).affectedRows).toBe(2);
  });

  it('fail as unprepared ones do, and work again afterward', async () => {
    await statements.query(INSERT, [1, null]);
    for (let time = 1; time <= 2; time++) {
      await expect(statements.query(INSERT, [1, null])).rejects.toMatchObject({
        code: '23505',
        constraint: 'things_pkey',
      });
    }
    await statements.query(INSERT, [2, null]);
    await expect(statements.query('select nothing from nowhere', [])).rejects.toMatchObject({
      code: '42P01',
    });
    await expect(statements.query('select nothing from nowhere', [])).rejects.toMatchObject({
      code: '42P01',
    });
    expect((await statements.query(SELECT, [2])).rows).toEqual([{ id: 2, data: null }]);
  });

  it('fail in a failed transaction until it is rolled back', async () => {
    for (let time = 1; time <= 3; time++) {
      await statements.query('begin', []);
      await statements.query(INSERT, [1, null]);
      await expect(statements.query(INSERT, [1, null])).rejects.toMatchObject({ code: '23505' });
      await expect(statements.query(SELECT, [1])).rejects.toMatchObject({ code: '25P02' });
      await statements.query('rollback', []);
    }
    for (let time = 1; time <= 2; time++) expect((await statements.query(SELECT, [1])).rows).toEqual([]);
  });

  it('give the current columns of a table after it was altered', async () => {
    const sql = 'select * from things';
    await statements.query(INSERT, [1, null]);
    for (let time = 1; time <= 3; time++) await statements.query(sql, []);
    await statements.query('alter table things add column name text default $$new$$', []);
    for (let time = 1; time <= 3; time++) {
      expect((await statements.query(sql, [])).rows).toEqual([{ id: 1, data: null, name: 'new' }]);
    }
  });

  it('get a new plan after a minute, for a table that has grown since', async () => {
    const named = async (): Promise<unknown> =>
      (await database.query('select name from pg_prepared_statements where from_sql = false')).rows;
    for (let time = 1; time <= 2; time++) await statements.query(SELECT, [1]);
    expect(await named()).toEqual([{ name: 's1' }]);
    nowMs += 59_999;
    await statements.query(SELECT, [1]);
    expect(await named()).toEqual([{ name: 's1' }]);
    nowMs += 1;
    await statements.query(SELECT, [1]);
    expect(await named()).toEqual([{ name: 's2' }]);
  });

  it('are kept up to two hundred, the most recently used ones', async () => {
    for (let time = 1; time <= 2; time++) {
      for (let n = 0; n < 250; n++) {
        await statements.query(`select ${n} as n`, []);
        await statements.query(SELECT, [1]);
      }
    }
    expect(statements.size).toBe(1);
    for (let n = 0; n < 250; n++) {
      for (let time = 1; time <= 2; time++)
        expect((await statements.query(`select ${n} as n`, [])).rows).toEqual([{ n }]);
    }
    expect(statements.size).toBe(200);
    const { rows } = await database.query(
      'select count(*)::int as n from pg_prepared_statements where from_sql = false',
    );
    expect(rows).toEqual([{ n: 200 }]);
  });
});
