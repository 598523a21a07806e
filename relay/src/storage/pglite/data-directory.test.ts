import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from './data-directory.js';
import { PgliteThread } from './pglite-thread.js';

let root: string;
let template: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'undertone-data-'));
  template = join(root, 'template');
  await mkdir(template);
  await writeFile(join(template, 'PG_VERSION'), '17\n');
});
afterEach(() => rm(root, { recursive: true }));

describe('the embedded database’s folder', () => {
  it('is copied from the template at the first start', async () => {
    const directory = join(root, 'postgres');
    await prepareDataDirectory(directory, template);
    expect(await readFile(join(directory, 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it('is its owner’s alone, whatever the template is', async () => {
    await mkdir(join(template, 'base'), { mode: 0o755 });
    await writeFile(join(template, 'base', 'row'), '');
    await chmod(join(template, 'base', 'row'), 0o444);
    const directory = join(root, 'postgres');
    await prepareDataDirectory(directory, template);
    const mode = async (path: string) => ((await stat(join(directory, path))).mode & 0o777).toString(8);
    expect(await Promise.all(['.', 'base', 'base/row'].map(mode))).toEqual(['700', '700', '600']);
  });

  it('may be made by another user than the one who built', async () => {
    const built = fileURLToPath(new URL('../../../dist/pglite-template', import.meta.url));
    const files = await readdir(built, { recursive: true });
    const modes = await Promise.all(files.map(async (file) => (await stat(join(built, file))).mode & 0o777));
    expect(new Set(modes)).toEqual(new Set([0o755, 0o644]));
  });

  it('is left alone when it holds a database', async () => {
    const directory = join(root, 'postgres');
    await mkdir(directory);
    await writeFile(join(directory, 'PG_VERSION'), 'mine');
    await prepareDataDirectory(directory, template);
    expect(await readFile(join(directory, 'PG_VERSION'), 'utf8')).toBe('mine');
  });

  it('is made again when the first start was killed halfway', async () => {
    const directory = join(root, 'postgres');
    await mkdir(`${directory}.new`);
    await writeFile(join(`${directory}.new`, 'half'), '');
    await prepareDataDirectory(directory, template);
    expect(await readdir(directory)).toEqual(['PG_VERSION']);
    expect((await readdir(root)).sort()).toEqual(['postgres', 'template']);
  });

  it('is initialized by the database itself when the build made no template', async () => {
    const directory = join(root, 'postgres');
    await prepareDataDirectory(directory, join(root, 'none'));
    const thread = await PgliteThread.open(directory);
    expect((await thread.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    await thread.close();
  }, 120_000);
});

describe('the embedded database’s thread', () => {
  it('reports a failed query as the server’s driver does, and continues', async () => {
    const directory = join(root, 'postgres');
    await prepareDataDirectory(directory);
    const thread = await PgliteThread.open(directory);
    await thread.query('create table things (id integer primary key)', []);
    await thread.query('insert into things values ($1)', [1]);
    await expect(thread.query('insert into things values ($1)', [1])).rejects.toMatchObject({
      name: 'PgliteError',
      code: '23505',
      constraint: 'things_pkey',
    });
    expect((await thread.query('select id from things', [])).rows).toEqual([{ id: 1 }]);
    await thread.close();
    await expect(thread.query('select 1', [])).rejects.toThrow('stopped');
    await thread.close();
  }, 120_000);

  it('reports why it cannot open a folder', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    await expect(PgliteThread.open(join(file, 'postgres'))).rejects.toThrow();
  });
});
