import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../database/database.js';
import { prepareDataDirectory } from './data-directory.js';
import { whyNotOpened } from './not-opened.js';

it('an embedded database that has no room to start says how much it lacks', async () => {
  const error = await whyNotOpened('/data/postgres', new Error('PGlite failed'), () =>
    Promise.resolve(1_500_000),
  );
  expect(error.message).toBe(
    'the embedded database in /data/postgres does not start: only 1.4 MB are free there, and it needs 32: make room',
  );
});

it('an embedded database whose files are damaged says so, and what to do', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'undertone-damaged-'));
  try {
    const files = join(directory, 'postgres');
    await prepareDataDirectory(files);
    await truncate(join(files, 'global', 'pg_control'), 0);
    await expect(openDatabase({ kind: 'embedded', directory })).rejects.toThrow(
      `the embedded database in ${files} does not start: its files are damaged`,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}, 60_000);
