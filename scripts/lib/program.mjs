/**
 * Programs of Debian packages: ffmpeg, which decodes recordings, praat, the rival of prosody, promtool, which tries alert rules,
 * caddy, which reads its own configuration, and
 * HAProxy. Their services are not started.
 */
import { spawnSync } from 'node:child_process';
import { installWithoutServices } from './apt.mjs';
import { fail, say } from './log.mjs';

/** Whether a program can be run. Debian puts some, HAProxy for one, where not everybody looks for programs. */
export const hasProgram = (name) =>
  spawnSync(name, ['--version'], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  }).error === undefined;

/** The command that installs a program by hand. */
export const installCommand = (name) => `sudo apt-get update && sudo apt-get install -y ${name}`;

/** Whether a program can be run, after installing its Debian package if that is allowed. */
export async function findProgram(name, packageName = name) {
  if (hasProgram(name)) return true;
  say(`no ${name} found`);
  return (await installWithoutServices(packageName)) && hasProgram(name);
}

/**
 * Whether a part of a program is there that Debian packages apart from it, after installing that package if that is allowed.
 * @param isThere looks for the part
 */
export async function findPart(isThere, packageName) {
  if (isThere()) return true;
  say(`no ${packageName} found`);
  return (await installWithoutServices(packageName)) && isThere();
}

/**
 * Finds or installs a program; otherwise prints the exact command and ends the process.
 * @param purpose what needs it, as the beginning of a sentence
 * @param packageName the Debian package, if it is called otherwise
 */
export async function ensureProgram(name, purpose, packageName = name) {
  if (await findProgram(name, packageName)) return;
  fail(`${purpose} needs ${name}, and it could not be installed.`, `run \`${installCommand(packageName)}\`.`);
}
