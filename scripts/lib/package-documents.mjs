/**
 * The documents that each published package holds beside its own README. The repository keeps them once, at its root; the build copies
 * them, because npm runs no `prepack` here (`ignore-scripts` in `.npmrc`).
 */
import { copyFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

export const PACKAGE_DOCUMENTS = ['LICENSE', 'NOTICE', 'CHANGELOG.md'];

/** The folders of the packages that may be published. */
export function publicFolders() {
  const folders = [...readdirSync(join(root, 'packages')).map((name) => join('packages', name)), 'relay'];
  return folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .filter((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private !== true);
}

export function copyPackageDocuments() {
  for (const folder of publicFolders()) {
    for (const name of PACKAGE_DOCUMENTS) copyFileSync(join(root, name), join(folder, name));
  }
}
