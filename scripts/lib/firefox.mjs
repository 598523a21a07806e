/** Finds a Firefox for `npm run test:firefox`, or installs one. */
import { accessSync, constants } from 'node:fs';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';

const systemPaths = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable: not a browser we can start
  }
}

/** Where a Firefox is, or undefined. FIREFOX_PATH wins, then the system's. */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    fail(
      `FIREFOX_PATH is ${named}, which is not an executable file.`,
      'point it at a Firefox binary or unset it.',
    );
  }
  return systemPaths.find(isExecutable);
}

/** Finds or installs a Firefox; ends the process with the exact command when neither works. */
export async function ensureFirefox() {
  const found = findFirefox();
  if (found !== undefined) return found;
  say('no Firefox found (FIREFOX_PATH, the system)');
  if (await installDebianPackage('firefox-esr')) {
    const installed = findFirefox();
    if (installed !== undefined) return installed;
  }
  return fail(
    'these tests need a Firefox and none could be installed.',
    'run `sudo apt-get update && sudo apt-get install -y firefox-esr`, or set FIREFOX_PATH to one.',
  );
}
