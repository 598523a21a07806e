/** Finds a Firefox for `npm run test:firefox`, or installs one. */
import { ensureBrowser } from './browser.mjs';

/** FIREFOX_PATH wins, then the system's. */
export const ensureFirefox = () =>
  ensureBrowser({
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    places: ['/usr/bin/firefox', '/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    debianPackage: 'firefox-esr',
  });
