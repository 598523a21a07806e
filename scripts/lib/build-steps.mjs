/** The build: its steps, what each one reads and writes, and running the steps whose input changed. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, run } from './run.mjs';
import { hashFiles, listFiles, listOutputs } from './files.mjs';
import { elapsed, fail, say } from './log.mjs';
import { copyPackageDocuments, PACKAGE_DOCUMENTS } from './package-documents.mjs';

const stampFile = join(root, 'node_modules', '.cache', 'undertone', 'build.json');
/** Folders with a `bundle` script run it after the compiler, in this order (each may use the results before it). */
const bundledFolders = ['relay', 'packages/client', 'packages/widget', 'packages/console', 'demo'];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
/** What a bundle never depends on. */
const notInputs = ['README.md', 'node_modules', 'dist', '.cache', 'bench', ...PACKAGE_DOCUMENTS];
const isTest = (file) => /\.test\.[cm]?[jt]sx?$/.test(file);

/** Projects for which the compiler emits files: the references of each workspace's tsconfig.json, except tests. */
export function emittingProjects() {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return [...folders, join(root, 'relay')]
    .filter(
      (folder) => existsSync(join(folder, 'tsconfig.json')) && listFiles(join(folder, 'src')).length > 0,
    )
    .flatMap((folder) =>
      (readJson(join(folder, 'tsconfig.json')).references ?? [])
        .map((reference) => join(folder, reference.path))
        .filter((project) => !project.endsWith('tsconfig.test.json')),
    );
}

function compileStep() {
  const projects = emittingProjects();
  const folders = [...new Set(projects.map(dirname))];
  return {
    name: 'compile TypeScript',
    command: [
      process.execPath,
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        '-b',
        ...projects.map((project) => relative(root, project)),
      ],
    ],
    inputs: [
      ...listFiles(join(root, 'config')),
      ...folders.flatMap((folder) => [
        ...listFiles(join(folder, 'src'), (file) => !isTest(file)),
        ...listFiles(join(folder, 'package.json')),
      ]),
      ...projects,
    ],
    outputFolders: folders.map((folder) => join(folder, 'dist')),
    ownsOutput: (file) => /\.(d\.m?ts|m?js)$/.test(file),
  };
}

/** Folders in a workspace's own .gitignore. A build may write there, so they are not build inputs. */
function ignoredPaths(folder) {
  const file = join(folder, '.gitignore');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => join(folder, line.replace(/^\/|\/$/g, ''), '/'));
}

function bundleStep(folder) {
  const path = join(root, folder);
  const manifest = join(path, 'package.json');
  const scripts = existsSync(manifest) ? (readJson(manifest).scripts ?? {}) : {};
  if (scripts.bundle === undefined) return undefined;
  const generated = ignoredPaths(path);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return {
    name: `bundle ${folder}`,
    command: [npm, ['run', '--silent', 'bundle', '-w', folder]],
    inputs: readdirSync(path)
      .filter((name) => !notInputs.includes(name))
      .sort()
      .flatMap((name) => listFiles(join(path, name), (file) => !isTest(file)))
      .filter((file) => !generated.some((prefix) => file.startsWith(prefix))),
    outputFolders: [join(path, 'dist')],
    ownsOutput: () => true,
  };
}

const readStamps = () => {
  try {
    return readJson(stampFile);
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
};

/** A step's fingerprint: its own input, the lock file, and the fingerprint of the steps before it. */
const fingerprint = (step, before) => hashFiles([...step.inputs, join(root, 'package-lock.json')], before);

/**
 * Runs the steps whose input changed or whose output is missing. Ends the process when one fails.
 * @param options.force runs all of them.
 */
export async function build({ force = false } = {}) {
  const steps = [compileStep(), ...bundledFolders.map(bundleStep)].filter((step) => step !== undefined);
  const stamps = readStamps();
  let before = '';
  let changed = false;
  for (const step of steps) {
    const inputHash = fingerprint(step, before);
    const stamp = stamps[step.name];
    const fresh =
      !force && stamp?.inputHash === inputHash && stamp.outputs.every((file) => existsSync(join(root, file)));
    before = inputHash;
    if (fresh) continue;
    changed = true;
    say(`build: ${step.name} …`);
    const { code } = await run(...step.command);
    if (code !== 0)
      fail(
        `"${step.name}" failed after ${elapsed()}; its output is above.`,
        'fix what it names and run again.',
      );
    stamps[step.name] = {
      inputHash,
      outputs: step.outputFolders
        .flatMap((folder) => listOutputs(folder))
        .filter(step.ownsOutput)
        .map((file) => relative(root, file)),
    };
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(stamps));
    say(`build: ${step.name}: done`);
  }
  copyPackageDocuments();
  if (!changed) say('build: up to date');
}
