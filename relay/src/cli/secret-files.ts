import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '../storage/backup/backup-file.js';

/** What a relay keeps in its data folder, if the operator does not give it. */
const SECRET_FILES = ['token-secret', 'admin-token'];

/** The text of secret files, by name. */
export type Secrets = Readonly<Record<string, string>>;

/** Secret files of a backup, beside those that they replace. */
export interface ReadySecrets {
  /** Puts them in place. A file that is replaced is kept beside it, under a name that was free. @returns what was done, for a person */
  put(): Promise<readonly string[]>;
  /** Removes them again. */
  drop(): Promise<void>;
}

/** The secret files of a data folder. */
export const keptSecrets = async (dataDir: string): Promise<Secrets> => {
  const found: Record<string, string> = {};
  for (const name of SECRET_FILES) {
    const text = await readIfPresent(join(dataDir, name));
    if (text !== undefined) found[name] = text;
  }
  return found;
};

/**
 * Writes the secret files of a backup, and changes none that a relay reads: until the database is restored, that is another's.
 * @throws BackupError where a file is another one and may not be replaced
 */
export const readySecrets = async (
  dataDir: string,
  secrets: Secrets,
  replace: boolean,
): Promise<ReadySecrets> => {
  const ready: { path: string; draft: string; isNew: boolean }[] = [];
  const drop = async (): Promise<void> => {
    for (const { draft } of ready) await rm(draft, { force: true });
  };
  try {
    // Only names of ours: a backup from elsewhere must not choose where it writes.
    for (const name of SECRET_FILES) {
      const text = secrets[name];
      const path = join(dataDir, name);
      const held = await readIfPresent(path);
      if (text === undefined || text === held) continue;
      if (held !== undefined && !replace)
        throw new BackupError(`${path} differs from the one in the backup: move it, or add --replace`);
      const draft = `${path}.restored`;
      ready.push({ path, draft, isNew: held === undefined });
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      // One that was killed left its own.
      await rm(draft, { force: true });
      await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    }
  } catch (error) {
    await drop();
    throw error;
  }
  const put = async (): Promise<readonly string[]> => {
    const done: string[] = [];
    for (const { path, draft, isNew } of ready) {
      if (!isNew) done.push(`what was in ${path} is now in ${await keepBeside(path)}`);
      await rename(draft, path);
      done.push(`wrote ${path}`);
    }
    return done;
  };
  return { put, drop };
};

/** Gives a file a second name. @returns it */
const keepBeside = async (path: string): Promise<string> => {
  for (let n = 1; ; n++) {
    const beside = `${path}.replaced${n === 1 ? '' : `-${n}`}`;
    try {
      await link(path, beside);
      return beside;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
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
