/** Lists and hashes files of the repository. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ignored = new Set(['node_modules', 'dist', '.cache', '.git', '.data', 'coverage', 'test-results']);

/** All files under a path (the path itself if it is a file), sorted; empty when it does not exist. */
export function listFiles(path, keep = () => true) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return keep(path) ? [path] : [];
  return readdirSync(path)
    .filter((name) => !ignored.has(name))
    .sort()
    .flatMap((name) => listFiles(join(path, name), keep));
}

/** All files of a build's output folder, whatever their names. */
export function listOutputs(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => listOutputs(join(path, name)));
}

/** SHA-256 over the names and contents of files. File times are not used, since a checkout changes them. */
export function hashFiles(files, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
