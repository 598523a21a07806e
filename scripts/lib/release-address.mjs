/** Where the project lives on the web: `repository`, `homepage` and `bugs` of every package that may be published. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { publicFolders } from './package-documents.mjs';
import { root } from './run.mjs';

/** Nobody can have this address (RFC 2606). It stands in the packages until the project has one. */
export const PLACEHOLDER = 'https://git.example.com/undertone/undertone';

/** The address in a manifest; empty when there is none. */
export const addressOf = ({ repository }) =>
  (repository?.url ?? '').replace(/^git\+/, '').replace(/\.git$/, '');

/** A manifest with another address. */
export const withAddress = (manifest, address, folder) => ({
  ...manifest,
  homepage: `${address}/tree/main/${folder}#readme`,
  repository: { type: 'git', url: `git+${address}.git`, directory: folder },
  bugs: `${address}/issues`,
});

const manifests = () =>
  publicFolders().map((path) => {
    const file = join(path, 'package.json');
    return { file, folder: relative(root, path), manifest: JSON.parse(readFileSync(file, 'utf8')) };
  });

/** The addresses that the packages name, each once. */
export const addresses = () => [...new Set(manifests().map(({ manifest }) => addressOf(manifest)))];

/** Writes the address into every package. */
export function setAddress(address) {
  for (const { file, folder, manifest } of manifests())
    writeFileSync(file, `${JSON.stringify(withAddress(manifest, address, folder), null, 2)}\n`);
}
