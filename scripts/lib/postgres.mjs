/** Finds the Postgres server binaries for the storage tests, or installs them without starting a service. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installWithoutServices } from './apt.mjs';
import { fail, say } from './log.mjs';

const parents = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const isServerFolder = (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));

/** The folder with `initdb` and `postgres` (newest version first), or undefined. */
export function findPostgres() {
  const named = process.env.UNDERTONE_TEST_POSTGRES_BIN;
  if (named !== undefined && named !== '') {
    if (isServerFolder(named)) return named;
    fail(
      `UNDERTONE_TEST_POSTGRES_BIN is ${named}, which holds no initdb and postgres.`,
      'correct it or unset it.',
    );
  }
  return parents
    .filter((parent) => existsSync(parent))
    .flatMap((parent) =>
      readdirSync(parent)
        .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
        .map((name) => join(parent, name, 'bin')),
    )
    .find(isServerFolder);
}

/** Installs Debian's package without its cluster and service; the file added for this is removed afterwards. */
async function installWithoutCluster() {
  const clusterSettings = '/etc/postgresql-common/createcluster.d/undertone-tests.conf';
  if (process.getuid?.() !== 0) return false;
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true });
  writeFileSync(clusterSettings, 'create_main_cluster = false\n');
  try {
    return await installWithoutServices('postgresql');
  } finally {
    rmSync(clusterSettings, { force: true });
  }
}

/** Finds or installs the server binaries. If neither works, prints the exact command and ends the process. */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found !== undefined) return found;
  say('no Postgres server binaries found');
  if (await installWithoutCluster()) {
    const installed = findPostgres();
    if (installed !== undefined) return installed;
  }
  return fail(
    'the storage tests need the Postgres server binaries and they could not be installed.',
    'run `sudo apt-get update && sudo apt-get install -y postgresql`, or set UNDERTONE_TEST_POSTGRES_BIN to the folder that holds initdb.',
  );
}
