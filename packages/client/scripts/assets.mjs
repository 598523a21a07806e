// Copies the files that the library loads by address, for pages without a bundler or with one that cannot take them along.
import { cp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundle = fileURLToPath(new URL('../dist/bundle', import.meta.url));

/** Copies `dist/bundle` into `folder`, without source maps. Returns the paths of the copies. */
export async function copyClientAssets(folder) {
  const to = resolve(folder);
  const files = (await readdir(bundle, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name).slice(bundle.length + 1));
  await Promise.all(files.map((file) => cp(join(bundle, file), join(to, file))));
  return files.map((file) => join(to, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  if (folder === undefined) {
    process.stderr.write('usage: node packages/client/scripts/assets.mjs FOLDER\n');
    process.exitCode = 1;
  } else {
    for (const file of await copyClientAssets(folder)) process.stdout.write(`${file}\n`);
  }
}
