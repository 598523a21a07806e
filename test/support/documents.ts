/** The files of the repository as they lie in a clone, as absolute paths; what is built or installed is left out. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache']);

export const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : await filesIn(path);
      return [path];
    }),
  );
  return nested.flat().sort();
};

/** The Markdown among them. */
export const documentsIn = async (folder: string): Promise<string[]> =>
  (await filesIn(folder)).filter((path) => path.endsWith('.md'));
