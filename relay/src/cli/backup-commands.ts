import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backUp } from '../storage/backup/backup.js';
import { BackupError, checkBackup } from '../storage/backup/backup-file.js';
import { restore } from '../storage/backup/restore.js';
import { mustExist, type StoreInput, type StoreOptions, withStore } from './store.js';

/** What a relay keeps in its data folder, if the operator does not give it. */
const SECRET_FILES = ['token-secret', 'admin-token'];
const FROM_ELSEWHERE =
  'Secrets that are given as settings (UNDERTONE_TOKEN_SECRET, UNDERTONE_SECRETS_KEY …) are not in it: keep them apart, because ' +
  'webhook secrets cannot be read without them.\n';

type Secrets = Readonly<Record<string, string>>;

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
  const { header, rows, newer } = await withStore(options, ({ queries }) =>
    restore(queries, {
      path,
      replace,
      keepSecrets: (secrets) => keepSecrets(options, secrets, replace),
      onTable: printTable(options),
    }),
  );
  options.print(`restored ${rows} rows as of ${header.madeAt}\n`);
  options.print(newer.map((name) => `ran ${name}\n`).join(''));
};

const printTable =
  ({ print }: StoreOptions) =>
  (table: string, rows: number): void => {
    if (rows > 0) print(`${table}: ${rows}\n`);
  };

const keptSecrets = async (dataDir: string): Promise<Secrets> => {
  const found: Record<string, string> = {};
  for (const name of SECRET_FILES) {
    const text = await readIfPresent(join(dataDir, name));
    if (text !== undefined) found[name] = text;
  }
  return found;
};

/** Writes the secret files of a backup; one that is replaced is kept beside it. */
const keepSecrets = async (
  { dataDir, print }: StoreOptions,
  secrets: Secrets,
  replace: boolean,
): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Only names of ours: a backup from elsewhere must not choose where it writes.
  for (const name of SECRET_FILES) {
    const text = secrets[name];
    const path = join(dataDir, name);
    const held = await readIfPresent(path);
    if (text === undefined || text === held) continue;
    if (held !== undefined) {
      if (!replace)
        throw new BackupError(`${path} differs from the one in the backup: move it, or add --replace`);
      await rename(path, `${path}.replaced`);
      print(`the ${name} that was there is now ${path}.replaced\n`);
    }
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    print(`wrote ${path}\n`);
  }
};

const readIfPresent = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};
