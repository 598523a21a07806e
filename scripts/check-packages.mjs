/**
 * `npm run verify` runs it: packs every package that may be published, and asks publint and are-the-types-wrong about each. What
 * they find stops a release.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { publicFolders } from './lib/package-documents.mjs';
import { root, run } from './lib/run.mjs';

const bin = (name) => join(root, 'node_modules', name);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const into = mkdtempSync(join(tmpdir(), 'undertone-packages-'));

/** @returns what is wrong with one package, or nothing */
async function complaints(folder) {
  const packed = await run(npm, ['pack', '--silent', '--pack-destination', into], {
    cwd: folder,
    capture: true,
  });
  if (packed.code !== 0) return packed.output;
  const tarball = join(into, packed.output.trim());
  const checks = [
    [bin('publint/src/cli.js'), 'run', tarball, '--strict'],
    // ESM only: what is said of CommonJS, and of resolution without `exports`, does not apply.
    [bin('@arethetypeswrong/cli/dist/index.js'), tarball, '--profile', 'esm-only', '--format', 'ascii'],
  ];
  for (const check of checks) {
    const { code, output } = await run(process.execPath, check, { capture: true });
    if (code !== 0) return output;
  }
  return '';
}

let failed = 0;
try {
  for (const folder of publicFolders()) {
    const found = await complaints(folder);
    process.stdout.write(found === '' ? `${basename(folder)}: clean\n` : `${basename(folder)}:\n${found}\n`);
    if (found !== '') failed += 1;
  }
} finally {
  rmSync(into, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
