import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSIONS_DIR = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;
const run = promisify(execFile);

/** A Postgres server for one test, in a folder that is deleted with it. */
export interface TestPostgres {
  readonly url: string;
  /** Of the process that all others of the server come from. */
  readonly pid: number;
  /** A new, unused database. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server at once, connections and all. Its folder stays until {@link stop}. */
  halt(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Starts a server again that ended, on the same port and data. */
  start(): Promise<void>;
  /** Everything in the database, as `pg_dump` writes it. */
  dump(): Promise<string>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Where its folder is made. Absent: the system's temporary folder. */
  readonly parent?: string;
  /** Settings beside ours, as `name=value`. */
  readonly settings?: readonly string[];
}

interface Runner {
  readonly bin: string;
  /** Postgres refuses to run as root, so tests that run as root use this user for it. */
  readonly identity: { uid: number; gid: number } | undefined;
}

/**
 * Starts a real Postgres on a free port.
 * @throws with the command that installs it, when there is none
 */
export const startPostgres = async ({
  parent = tmpdir(),
  settings = [],
}: PostgresOptions = {}): Promise<TestPostgres> => {
  const runner = await findRunner();
  const directory = await mkdtemp(join(parent, 'undertone-postgres-'));
  if (runner.identity !== undefined) await chown(directory, runner.identity.uid, runner.identity.gid);
  const data = join(directory, 'data');
  const as = { ...runner.identity, cwd: directory };
  await run(
    join(runner.bin, 'initdb'),
    ['-D', data, '-U', 'undertone', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    as,
  );
  const port = await freePort();
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${directory}`,
    '-c',
    'fsync=off',
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const launch = async (): Promise<ChildProcess> => {
    const started = spawn(join(runner.bin, 'postgres'), options, {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(started);
    return started;
  };
  let server = await launch();
  const isOver = (): boolean => server.exitCode !== null || server.signalCode !== null;
  const url = `postgres://undertone@127.0.0.1:${port}/postgres`;
  return {
    url,
    get pid() {
      if (server.pid === undefined) throw new Error('Postgres is not running');
      return server.pid;
    },
    createDatabase: async (name) => {
      await run(
        join(runner.bin, 'createdb'),
        ['-h', '127.0.0.1', '-p', String(port), '-U', 'undertone', name],
        as,
      );
      return `postgres://undertone@127.0.0.1:${port}/${name}`;
    },
    halt: async (signal = 'SIGINT') => {
      if (isOver()) return;
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill(signal);
      await exited;
    },
    start: async () => {
      if (isOver()) server = await launch();
    },
    dump: async () => {
      const most = 1024 ** 3;
      const { stdout } = await run(join(runner.bin, 'pg_dump'), ['--inserts', url], {
        ...as,
        maxBuffer: most,
      });
      return stdout;
    },
    stop: async () => {
      const exited = isOver() ? undefined : new Promise((resolve) => server.once('exit', resolve));
      // SIGTERM is the smart shutdown: the server waits for connections that are still closing.
      server.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const findRunner = async (): Promise<Runner> => {
  const bin = process.env['UNDERTONE_TEST_POSTGRES_BIN'] ?? (await findBin());
  if (userInfo().uid !== 0) return { bin, identity: undefined };
  const [{ stdout: uid }, { stdout: gid }] = await Promise.all([
    run('id', ['-u', 'postgres']),
    run('id', ['-g', 'postgres']),
  ]);
  return { bin, identity: { uid: Number(uid), gid: Number(gid) } };
};

const findBin = async (): Promise<string> => {
  const versions = await readdir(VERSIONS_DIR).catch(() => []);
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((left, right) => right - left)[0];
  if (newest === undefined) {
    throw new Error('these tests need a Postgres server: apt-get install --no-install-recommends postgresql');
  }
  return join(VERSIONS_DIR, String(newest), 'bin');
};

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
};

/** Postgres writes to stderr when it accepts connections. */
const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => {
      server.kill('SIGKILL');
      reject(new Error(`Postgres did not start in ${START_TIMEOUT_MS} ms:\n${log}`));
    }, START_TIMEOUT_MS);
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Postgres ended with ${code ?? 'a signal'}:\n${log}`));
    });
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (!log.includes('database system is ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
