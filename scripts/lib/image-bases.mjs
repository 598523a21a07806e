/** The two base images of deploy/image/Containerfile, made of Debian's packages and npm's build of Node: no registry is asked. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';
import { say } from './log.mjs';

const SUITE = 'bookworm';
const NODE = process.versions.node;
/** npm has its own name for each build of Node. */
const NODE_PACKAGE = `node-linux-${process.arch}@${NODE}`;

/** With `sh` and npm, for the stage that builds. */
export const buildBase = `localhost/undertone-build-base:node${NODE}`;
/** The C and C++ libraries, and nothing that can be run. */
export const base = `localhost/undertone-base:${SUITE}`;

/** Runs a step of the image. @returns its output, trimmed. @throws Error with the output when it fails */
export async function step(command, args, options = {}) {
  const { code, output } = await run(command, args, { capture: true, ...options });
  if (code === 0) return output.trim();
  throw new Error(`\`${[command, ...args].join(' ')}\` ended with code ${code}:\n${output}`);
}

const exists = async (image) =>
  (await run('buildah', ['inspect', '--type', 'image', image], { capture: true })).code === 0;

const commit = async (folder, image) => {
  const container = await step('buildah', ['from', 'scratch']);
  await step('buildah', ['add', '--quiet', container, folder, '/']);
  await step('buildah', ['commit', '--quiet', '--rm', container, image]);
};

/** Vulnerability scanners read packages from here where dpkg itself is not installed (as in Google's distroless images). */
const noteDebianPackages = `
mkdir -p "$1/var/lib/dpkg/status.d"
for deb in "$1"/var/cache/apt/archives/*.deb; do
  name=$(dpkg-deb --field "$deb" Package)
  [ "$name" = mawk ] || dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$name"
done`;

async function makeBase(folder) {
  await step('mmdebstrap', [
    '--variant=extract',
    '--include=base-files,libc6,libgcc-s1,libstdc++6',
    `--extract-hook=${noteDebianPackages}`,
    SUITE,
    folder,
  ]);
  // mawk comes with base-files; the others are this machine's, or devices that a container's runtime makes.
  for (const path of [
    'usr/bin/mawk',
    'etc/resolv.conf',
    'etc/hostname',
    'etc/apt',
    'var/lib/apt',
    'var/log',
    'dev',
  ])
    rmSync(join(folder, path), { recursive: true, force: true });
  mkdirSync(join(folder, 'dev'));
  writeFileSync(
    join(folder, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/:/sbin/nologin\n',
  );
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n');
}

async function makeBuildBase(folder) {
  await step('mmdebstrap', ['--variant=essential', '--include=libstdc++6', SUITE, folder]);
  const modules = join(folder, 'usr/local/lib');
  await step('npm', [
    'install',
    '--prefix',
    modules,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    NODE_PACKAGE,
    'npm@11',
  ]);
  mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
  const link = (name, target) =>
    symlinkSync(`../lib/node_modules/${target}`, join(folder, 'usr/local/bin', name));
  await step('mv', [
    join(modules, `node_modules/node-linux-${process.arch}/bin/node`),
    join(folder, 'usr/local/bin/node'),
  ]);
  link('npm', 'npm/bin/npm-cli.js');
  link('npx', 'npm/bin/npx-cli.js');
}

/** Makes the bases that are not there yet. */
export async function ensureBases() {
  for (const [image, make] of [
    [base, makeBase],
    [buildBase, makeBuildBase],
  ]) {
    if (await exists(image)) continue;
    say(`base image ${image} …`);
    const folder = mkdtempSync(join(tmpdir(), 'undertone-base-'));
    try {
      await make(folder);
      await commit(folder, image);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
