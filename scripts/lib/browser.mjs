/** Finds a browser for the tests, or installs Debian's. */
import { accessSync, constants } from 'node:fs';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable: not a usable browser
  }
}

/** The browser's path, or undefined: the environment variable wins, then the first of its places. */
function find({ name, variable, places }) {
  const named = process.env[variable];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    fail(
      `${variable} is ${named}, which is not an executable file.`,
      `point it at a ${name} binary or unset it.`,
    );
  }
  return places.find(isExecutable);
}

/**
 * Finds or installs a browser. If neither works, prints the exact command and ends the process.
 * @param browser.debianCommand the packages that a user must install by hand, if more than `debianPackage`
 * @param browser.others other commands that install it, besides Debian's
 */
export async function ensureBrowser(browser) {
  const { name, variable, debianPackage, debianCommand = debianPackage, others = [] } = browser;
  const found = find(browser);
  if (found !== undefined) return found;
  say(`no ${name} found (${variable}, the system)`);
  if (await installDebianPackage(debianPackage)) {
    const installed = find(browser);
    if (installed !== undefined) return installed;
  }
  const commands = [`sudo apt-get update && sudo apt-get install -y ${debianCommand}`, ...others];
  return fail(
    `these tests need a ${name} and none could be installed.`,
    `run ${commands.map((command) => `\`${command}\``).join(', or ')}, or set ${variable} to one.`,
  );
}
