/** Programs that Debian has a package of the same name for: ffmpeg, which decodes recordings, and praat, the rival of prosody. */
import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';

/** Whether a program can be run. */
export const hasProgram = (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;

/** The command that installs a program by hand. */
export const installCommand = (name) => `sudo apt-get update && sudo apt-get install -y ${name}`;

/** Whether a program is there, after installing it where that is allowed. */
export async function findProgram(name) {
  if (hasProgram(name)) return true;
  say(`no ${name} found`);
  return (await installDebianPackage(name)) && hasProgram(name);
}

/**
 * Ends the process with the exact command where a program cannot be had.
 * @param purpose what needs it, as the beginning of a sentence
 */
export async function ensureProgram(name, purpose) {
  if (await findProgram(name)) return;
  fail(`${purpose} needs ${name}, and it could not be installed.`, `run \`${installCommand(name)}\`.`);
}
