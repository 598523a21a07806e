/** Finds a Chromium for the browser tests, or installs one. */
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './run.mjs';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable: not a browser we can start
  }
}

function playwrightsOwn() {
  const require = createRequire(join(root, 'test', 'package.json'));
  return require('playwright-core').chromium.executablePath();
}

/** Where a Chromium is, or undefined. CHROMIUM_PATH wins, then the system's, then Playwright's own. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    fail(
      `CHROMIUM_PATH is ${named}, which is not an executable file.`,
      'point it at a Chromium binary or unset it.',
    );
  }
  return [...systemPaths, playwrightsOwn()].find(
    (path) => path !== '' && existsSync(path) && isExecutable(path),
  );
}

/** Finds or installs a Chromium; ends the process with the exact command when neither works. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  say('no Chromium found (CHROMIUM_PATH, the system, Playwright)');
  if (await installDebianPackage('chromium')) {
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  return fail(
    'the browser tests need a Chromium and none could be installed.',
    'run `sudo apt-get update && sudo apt-get install -y chromium`, or `npx playwright-core install chromium`, or set CHROMIUM_PATH to one.',
  );
}
