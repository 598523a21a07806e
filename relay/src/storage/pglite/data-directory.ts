import { access, chmod, cp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PgliteThread } from './pglite-thread.js';

/**
 * Made by the build (`scripts/pglite-template.mjs`). The package is two levels up, both from the sources and
 * from `dist`.
 */
const TEMPLATE = fileURLToPath(new URL('../../../dist/pglite-template', import.meta.url));

/**
 * Makes sure that a folder holds an initialized database. The database is built under another name and then
 * renamed, so that a process killed halfway leaves nothing that looks like a database.
 * @param template an initialized folder to copy; without one the database initializes itself, which is slow
 */
export const prepareDataDirectory = async (directory: string, template = TEMPLATE): Promise<void> => {
  if (await exists(join(directory, 'PG_VERSION'))) return;
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  if (await exists(join(template, 'PG_VERSION'))) {
    await cp(template, draft, { recursive: true });
    await closeToOthers(draft);
  } else await initialize(draft);
  await rename(draft, directory);
};

/** The template may be read by everybody, since whoever builds need not be who runs. Postgres opens no folder that others may read. */
const closeToOthers = async (directory: string): Promise<void> => {
  await chmod(directory, 0o700);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await closeToOthers(path);
    else await chmod(path, 0o600);
  }
};

/** In a thread that ends afterward: the memory that initializing uses is not freed while the thread runs. */
const initialize = async (directory: string): Promise<void> => {
  const thread = await PgliteThread.open(directory);
  await thread.close();
};

const exists = async (path: string): Promise<boolean> => {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
};
