/** Finds a browser for the tests, or installs Debian's. */
import { accessSync, constants } from 'node:fs';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable: not a browser we can start
  }
}

/** Where it is, or undefined: what its variable names wins, then the first of its places. */
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
 * Finds or installs a browser; ends the process with the exact command when neither works.
 *
 * @param browser.debianCommand the packages to name where a person has to install them, if more than `debianPackage`
 * @param browser.others commands beside Debian's that install it
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
