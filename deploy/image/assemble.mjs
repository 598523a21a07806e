/**
 * Puts what a relay needs at run time into a folder: `app`, with npm's production closure of the relay, and an empty `data`.
 * Usage: node deploy/image/assemble.mjs TARGET, after `npm ci` and `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { platform, arch, versions } = process;

/** The embedded database's first state, in the relay's `dist`. */
const TEMPLATE = 'pglite-template';
/** Built pages that the relay serves: the console, and what pages of other origins load of the demo's folder. */
const PAGES = ['packages/console/dist/site', 'demo/dist'];
/** What a workspace brings besides its `package.json`. */
const WORKSPACE_PARTS = ['dist', 'models', 'bin'];

/** Binaries for other machines, by package: of 430 MB, these keep 53. */
const FOREIGN = {
  'onnxruntime-node': (file) => /^bin\/.*\.\w+$/.test(file) && !file.includes(`/${platform}/${arch}/`),
  'uWebSockets.js': (file) =>
    file.endsWith('.node') && !file.endsWith(`_${platform}_${arch}_${versions.modules}.node`),
};
/** What no process loads: types, source maps, compiler state; of workspaces also test equipment and models of evaluations. */
const NOT_LOADED = [/\.d\.[cm]?ts$/, /\.map$/, /\.tsbuildinfo$/];
const NOT_LOADED_OF_WORKSPACES = [...NOT_LOADED, /(^|\/)testing$/, /^folds$/];
/** A nested `node_modules` has folders of its own in npm's list. */
const NOT_LOADED_OF_OTHERS = [...NOT_LOADED, /^node_modules$/];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const npm = (args) => execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Folders below the root of the packages that the relay loads, itself first, as npm's tree has them. */
export const productionFolders = () =>
  npm(['ls', '--omit=dev', '--all', '--parseable', '--workspace', 'relay'])
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith(`node_modules${sep}`));

const copy = (from, to, rules, isForeign = () => false) => {
  // The database's own files, some of which end in .map, are none of these.
  const isLoaded = (file) =>
    file.startsWith(TEMPLATE) || (!isForeign(file) && !rules.some((rule) => rule.test(file)));
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => isLoaded(relative(from, source)),
  });
};

const copyWorkspace = (folder, app) => {
  for (const part of WORKSPACE_PARTS.filter((name) => existsSync(join(root, folder, name))))
    copy(join(root, folder, part), join(app, folder, part), NOT_LOADED_OF_WORKSPACES);
  cpSync(join(root, folder, 'package.json'), join(app, folder, 'package.json'));
};

/**
 * What is in the image, as CycloneDX: npm's bill of everything, cut down to these packages, and Node. (With `--omit=dev` npm 11
 * leaves out what only other packages need.)
 */
const billOf = (folders) => {
  const whole = JSON.parse(npm(['sbom', '--sbom-format', 'cyclonedx']));
  const idOf = ({ name, version }) => `${name}@${version}`;
  const inside = new Set(folders.map((folder) => idOf(readJson(join(root, folder, 'package.json')))));
  // npm calls a workspace by its folder; the reference has its name.
  const nameIn = (reference) => reference.slice(0, reference.lastIndexOf('@'));
  const components = whole.components
    .filter((component) => inside.has(component['bom-ref']))
    .map((component) => ({ ...component, name: nameIn(component['bom-ref']) }));
  const references = new Set(components.map((component) => component['bom-ref']));
  const relay = components.find(({ name }) => name === '@undertone/relay');
  const node = { type: 'platform', name: 'node', version: versions.node, 'bom-ref': `node@${versions.node}` };
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...relay, type: 'application' } },
    components: [...components.filter((component) => component !== relay), node],
    dependencies: whole.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((other) => references.has(other)),
      })),
  };
};

/** The relay runs as another user than the one that builds. */
const makeReadable = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
    if (entry.isDirectory()) makeReadable(path);
  }
};

/** Copies everything. @returns the folders of the packages, as {@link productionFolders} */
export function assemble(target) {
  const app = join(target, 'app');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'data'), { recursive: true, mode: 0o700 });
  const folders = productionFolders();
  for (const folder of folders) {
    const from = join(root, folder);
    const to = join(app, folder);
    mkdirSync(dirname(to), { recursive: true });
    if (lstatSync(from).isSymbolicLink()) {
      symlinkSync(readlinkSync(from), to);
      copyWorkspace(relative(root, join(dirname(from), readlinkSync(from))), app);
      continue;
    }
    const name = folder.slice(folder.lastIndexOf('node_modules') + 'node_modules/'.length);
    copy(from, to, NOT_LOADED_OF_OTHERS, FOREIGN[name]);
  }
  for (const page of PAGES) copy(join(root, page), join(app, page), NOT_LOADED);
  for (const file of ['LICENSE', 'NOTICE']) cpSync(join(root, file), join(app, file));
  cpSync(join(root, 'deploy/image/healthcheck.mjs'), join(app, 'healthcheck.mjs'));
  writeFileSync(join(app, 'sbom.cdx.json'), JSON.stringify(billOf(folders), null, 1));
  makeReadable(app);
  return folders;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target, ...rest] = process.argv.slice(2);
  if (target === undefined || rest.length > 0) {
    console.error('Usage: node deploy/image/assemble.mjs TARGET');
    process.exit(2);
  }
  console.error(`${assemble(target).length} packages in ${target}/app`);
}
