import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { backUp } from '../storage/backup/backup.js';
import { checkBackup } from '../storage/backup/backup-file.js';
import { restore } from '../storage/backup/restore.js';
import { keptSecrets, type ReadySecrets, readySecrets, type Secrets } from './secret-files.js';
import { mustExist, type StoreInput, type StoreOptions, withStore } from './store.js';

const FROM_ELSEWHERE =
  'Secrets that are given as settings (UNDERTONE_TOKEN_SECRET, UNDERTONE_SECRETS_KEY …) are not in it: keep them apart, because ' +
  'webhook secrets cannot be read without them.\n';

/** `backup FILE`. @throws BackupError, StoreError */
export const runBackup = async ({ operands, flags }: StoreInput, options: StoreOptions): Promise<void> => {
  await mustExist(options);
  const path = resolve(operands[0] ?? '');
  const secrets = flags.has('without-secrets') ? {} : await keptSecrets(options.dataDir);
  await withStore(options, ({ queries }) =>
    backUp(queries, { path, secrets, now: new Date(), onTable: printTable(options) }),
  );
  const { header, rows } = await checkBackup(path);
  const { size } = await stat(path);
  options.print(
    `${path}: ${rows} rows, ${size} bytes, schema ${header.migrations.at(-1) ?? 'none'}; read again and whole\n`,
  );
  const names = Object.keys(secrets);
  options.print(
    names.length > 0
      ? `It holds ${names.join(' and ')} of ${options.dataDir}: keep it as safe as those.\n`
      : 'It holds no secret file.\n',
  );
  options.print(FROM_ELSEWHERE);
};

/** `restore FILE`. @throws BackupError */
export const runRestore = async ({ operands, flags }: StoreInput, options: StoreOptions): Promise<void> => {
  const path = resolve(operands[0] ?? '');
  // First, so that a file that cannot be restored does not make a data folder.
  await checkBackup(path);
  const replace = flags.has('replace');
  let ready: ReadySecrets | undefined;
  const readyUp = async (secrets: Secrets): Promise<void> => {
    ready = await readySecrets(options.dataDir, secrets, replace);
  };
  const { header, rows, newer } = await withStore(options, ({ queries }) =>
    restore(queries, { path, replace, readySecrets: readyUp, onTable: printTable(options) }),
  ).catch(async (error: unknown) => {
    await ready?.drop();
    throw error;
  });
  const done = (await ready?.put()) ?? [];
  options.print(done.map((line) => `${line}\n`).join(''));
  options.print(`restored ${rows} rows as of ${header.madeAt}\n`);
  options.print(newer.map((name) => `ran ${name}\n`).join(''));
};

const printTable =
  ({ print }: StoreOptions) =>
  (table: string, rows: number): void => {
    if (rows > 0) print(`${table}: ${rows}\n`);
  };
