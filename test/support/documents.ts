/** The Markdown files of the repository, as absolute paths. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache', '.library']);

export async function documentsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : await documentsIn(path);
      return entry.name.endsWith('.md') ? [path] : [];
    }),
  );
  return nested.flat().sort();
}
