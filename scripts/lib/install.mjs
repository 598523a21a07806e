/** Installs the packages of package-lock.json into node_modules, unless they are already there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';
import { fail, say } from './log.mjs';

/** onnxruntime-node's install script would download GPU libraries that nothing here uses. */
export const installEnvironment = { ONNXRUNTIME_NODE_INSTALL: 'skip' };

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/**
 * Lists the packages that differ between the lock file and the installation; empty if none differ. npm keeps a copy of the
 * lock for what it installed (node_modules/.package-lock.json), so no stamp of ours can go stale.
 */
export function findOutdated() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return ['node_modules'];
  const wanted = readJson('package-lock.json').packages;
  const installed = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(wanted)
    .filter(
      ([path, entry]) => path.includes('node_modules/') && entry.optional !== true && entry.peer !== true,
    )
    .filter(([path, entry]) => {
      const found = installed[path];
      return found === undefined || found.version !== entry.version || !existsSync(join(root, path));
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

const unreachable = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|network/i;

/** Installs when needed. Ends the process with an explanation when npm fails. */
export async function ensureInstalled() {
  const outdated = findOutdated();
  if (outdated.length === 0) return say('packages: up to date');
  const shown =
    outdated.slice(0, 4).join(', ') + (outdated.length > 4 ? `, and ${outdated.length - 4} more` : '');
  say(`packages: installing (missing or outdated: ${shown})`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: installEnvironment,
    capture: true,
  });
  if (code !== 0) {
    process.stderr.write(output);
    if (unreachable.test(output)) {
      fail(
        'npm could not reach the package registry.',
        'check the network or proxy (`npm config get registry`, `npm ping`), then run the same command again.',
      );
    }
    fail(
      `npm install ended with code ${code}; its output is above.`,
      'fix what it names and run the same command again.',
    );
  }
  say('packages: installed');
}
