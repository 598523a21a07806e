/** Finds a Chromium for the browser tests, or installs one. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { root } from './run.mjs';

function playwrightsOwn() {
  const require = createRequire(join(root, 'test', 'package.json'));
  return require('playwright-core').chromium.executablePath();
}

/** CHROMIUM_PATH wins, then the system's, then Playwright's own. */
export const ensureChromium = () =>
  ensureBrowser({
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    places: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      playwrightsOwn(),
    ],
    debianPackage: 'chromium',
    others: ['npx playwright-core install chromium'],
  });
