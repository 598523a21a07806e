/** Finds the system programs that `npm run test:webkit` needs, or installs Debian's. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackage } from './apt.mjs';
import { ensureBrowser } from './browser.mjs';
import { fail, say } from './log.mjs';

const inPath = (name) => ['/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name));

/** Where distributions keep libraries: by architecture as Debian does, or in one folder. */
const libraryFolders = () =>
  ['/usr/lib', '/usr/lib64', '/usr/local/lib']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))]);

/** What the driver needs besides WebKit itself. */
const companions = [
  {
    what: 'the screen without a monitor (Xvfb)',
    debianPackage: 'xvfb',
    isThere: () => inPath('Xvfb').some((file) => existsSync(file)),
  },
  {
    what: 'the loudspeaker that nobody hears (GStreamer’s fakeaudiosink)',
    debianPackage: 'gstreamer1.0-plugins-bad',
    isThere: () =>
      libraryFolders().some((folder) => existsSync(join(folder, 'gstreamer-1.0/libgstdebugutilsbad.so'))),
  },
];
const driverPackage = 'webkit2gtk-driver';
/** One command installs all of them, whatever is missing. */
const debianPackages = [driverPackage, ...companions.map(({ debianPackage }) => debianPackage)].join(' ');

/**
 * The driver's path. If something is missing and cannot be installed, prints the exact command and ends the process.
 * WEBKIT_DRIVER_PATH wins, then the system's.
 */
export async function ensureWebKit() {
  const driver = await ensureBrowser({
    name: 'WebKitWebDriver',
    variable: 'WEBKIT_DRIVER_PATH',
    places: inPath('WebKitWebDriver'),
    debianPackage: driverPackage,
    debianCommand: debianPackages,
  });
  for (const { what, debianPackage, isThere } of companions) {
    if (isThere()) continue;
    say(`not found: ${what}`);
    if ((await installDebianPackage(debianPackage)) && isThere()) continue;
    fail(
      `these tests need ${what} and it could not be installed.`,
      `run \`sudo apt-get update && sudo apt-get install -y ${debianPackages}\`.`,
    );
  }
  return driver;
}
