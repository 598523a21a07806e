/** The files of the repository as in a clone, as absolute paths, without built or installed files. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache']);

/** The build copies these from the root into packages. */
const copied = new Set(['LICENSE', 'NOTICE', 'CHANGELOG.md']);

export const filesIn = async (folder: string, isRoot = true): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : await filesIn(path, false);
      return !isRoot && copied.has(entry.name) ? [] : [path];
    }),
  );
  return nested.flat().sort();
};

/** The Markdown files among them. */
export const documentsIn = async (folder: string): Promise<string[]> =>
  (await filesIn(folder)).filter((path) => path.endsWith('.md'));
