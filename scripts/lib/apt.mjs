/** Installs Debian packages if this process is allowed to. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './run.mjs';
import { say } from './log.mjs';

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

let listsAreFresh = false;

/** Installs one or more Debian packages. @returns whether that worked; false at once without root or apt. */
export async function installDebianPackage(wanted, { env = {} } = {}) {
  const names = [wanted].flat();
  if (!mayInstall()) return false;
  const aptEnvironment = { DEBIAN_FRONTEND: 'noninteractive', ...env };
  if (!listsAreFresh) {
    say('apt-get update …');
    const { code, output } = await run('apt-get', ['update', '-q'], { env: aptEnvironment, capture: true });
    if (code !== 0) {
      process.stderr.write(output);
      return false;
    }
    listsAreFresh = true;
  }
  say(`apt-get install ${names.join(' ')} … (this can take some minutes)`);
  const install = ['install', '-y', '-q', '--no-install-recommends', ...names];
  const { code, output } = await run('apt-get', install, { env: aptEnvironment, capture: true });
  if (code !== 0) process.stderr.write(output);
  return code === 0;
}

/**
 * {@link installDebianPackage}, without starting what the packages serve: a policy-rc.d that refuses is there meanwhile.
 */
export async function installWithoutServices(wanted, options) {
  const policy = '/usr/sbin/policy-rc.d';
  if (!mayInstall()) return false;
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await installDebianPackage(wanted, options);
  } finally {
    if (isOurs) rmSync(policy, { force: true });
  }
}
