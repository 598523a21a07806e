/**
 * `npm run release:version`: gives all packages their next version (changesets), and puts it into the root's manifest, `CHANGELOG.md`,
 * the chart, compose.yaml and the lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './lib/command-line.mjs';
import { fail, say } from './lib/log.mjs';
import { root, run } from './lib/run.mjs';

commandLine({
  help: `
Usage: npm run release:version

Takes the changesets of .changeset, gives every package the next version, and heads what is unreleased in CHANGELOG.md with it. Look at the
result, commit it, and publish: docs/releasing.md.`,
});

const at = (file) => join(root, file);
const versionOf = () => JSON.parse(readFileSync(at('packages/protocol/package.json'), 'utf8')).version;
const UNRELEASED = '## [Unreleased]\n';

const before = versionOf();
const { code } = await run(process.execPath, [at('node_modules/@changesets/cli/bin.js'), 'version']);
if (code !== 0) fail('changesets could not set the version; its output is above.', 'fix what it names.');
const version = versionOf();
if (version === before)
  fail('no changeset waits in .changeset.', 'run `npx changeset` and say how big the release is.');

const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'));
writeFileSync(at('package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
const changes = readFileSync(at('CHANGELOG.md'), 'utf8');
if (!changes.includes(UNRELEASED))
  fail('CHANGELOG.md has no part [Unreleased].', 'write what users notice there.');
const today = new Date().toISOString().slice(0, 10);
writeFileSync(at('CHANGELOG.md'), changes.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`));

for (const file of ['deploy/helm/undertone/Chart.yaml', 'deploy/compose/compose.yaml']) {
  const text = readFileSync(at(file), 'utf8');
  if (!text.includes(before)) fail(`${file} does not name ${before}.`, 'write the version there.');
  writeFileSync(at(file), text.replaceAll(before, version));
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const locked = await run(npm, ['install', '--package-lock-only', '--no-audit', '--no-fund']);
if (locked.code !== 0) fail('npm could not write the lock file.', 'run `npm install --package-lock-only`.');
say(`${before} → ${version}`);
