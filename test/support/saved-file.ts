import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Waits until a browser has saved a file with this text; one that has only begun is empty. */
export const expectSaved = (folder: string, name: string, text: RegExp): Promise<void> => {
  const file = join(folder, name);
  return expect
    .poll(() => (existsSync(file) ? readFile(file, 'utf8') : ''), { timeout: 60_000 })
    .toMatch(text);
};
