/** Programs whose Debian package has the same name: ffmpeg, which decodes recordings, and praat, the rival of prosody. */
import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';

/** Whether a program can be run. */
export const hasProgram = (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;

/** The command that installs a program by hand. */
export const installCommand = (name) => `sudo apt-get update && sudo apt-get install -y ${name}`;

/** Whether a program can be run, after installing it if that is allowed. */
export async function findProgram(name) {
  if (hasProgram(name)) return true;
  say(`no ${name} found`);
  return (await installDebianPackage(name)) && hasProgram(name);
}

/**
 * Finds or installs a program; otherwise prints the exact command and ends the process.
 * @param purpose what needs it, as the beginning of a sentence
 */
export async function ensureProgram(name, purpose) {
  if (await findProgram(name)) return;
  fail(`${purpose} needs ${name}, and it could not be installed.`, `run \`${installCommand(name)}\`.`);
}
