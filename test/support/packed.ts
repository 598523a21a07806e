/** What users install: packages packed by npm, unpacked into the `node_modules` of an otherwise empty folder. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from './relay-process.js';

const execute = promisify(execFile);

/** `package.json`, as far as these tests read it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly repository?: { readonly url: string; readonly directory: string };
  readonly keywords?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The folder of every package that may be published, by its name without the scope. */
export const publicPackages = async (): Promise<ReadonlyMap<string, string>> => {
  const names = await readdir(join(repositoryRoot, 'packages'), { withFileTypes: true });
  const folders = [
    ...names.filter((entry) => entry.isDirectory()).map(({ name }) => join('packages', name)),
    'relay',
  ];
  const found = new Map<string, string>();
  for (const folder of folders) {
    const path = join(repositoryRoot, folder);
    const { name, private: isPrivate } = await readManifest(path);
    if (isPrivate !== true) found.set(name.replace('@undertone/', ''), path);
  }
  return found;
};

/** Packs the package of `source` into `folder`. @returns the path of the tarball */
export const pack = async (source: string, folder: string): Promise<string> => {
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source });
  const [packed] = JSON.parse(stdout) as readonly { filename: string }[];
  if (packed === undefined) throw new Error(`npm packed nothing of ${source}`);
  return join(folder, packed.filename);
};

/**
 * Packs these packages and installs them in `folder`; everything of others is linked from this repository.
 *
 * @returns the tarballs' paths by name
 */
export const installPacked = async (
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const scope = join(folder, 'node_modules/@undertone');
  await mkdir(scope, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}');
  const sources = await publicPackages();
  const tarballs = new Map<string, string>();
  const install = async (name: string): Promise<void> => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`${name} is no public package`);
    const tarball = await pack(source, folder);
    tarballs.set(name, tarball);
    await mkdir(join(scope, name));
    await execute('tar', ['-xzf', tarball, '-C', join(scope, name), '--strip-components=1']);
  };
  await Promise.all(names.map(install));
  const theirs = join(repositoryRoot, 'node_modules');
  for (const entry of await readdir(theirs)) {
    if (entry === '@undertone' || entry.startsWith('.')) continue;
    await symlink(join(theirs, entry), join(folder, 'node_modules', entry));
  }
  return tarballs;
};
