/** The relay as a process: what it prints, how it explains a failed start, and how it stops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../relay/src/storage/testing/postgres.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';

const relayEntry = join(repositoryRoot, 'relay/dist/main.js');

let folder: string;
let relay: RelayProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-process-'));
  relay = await RelayProcess.start({ env: { UNDERTONE_LOG_LEVEL: 'debug' } });
});
afterAll(async () => {
  await relay.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the relay until it exits by itself. */
const run = (env: Record<string, string>, args: readonly string[] = []): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [relayEntry, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', UNDERTONE_DATA_DIR: join(folder, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ended, code }));
  });

describe('a relay that cannot start exits with code 1 and says why and what to do in one sentence', () => {
  it('when the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, stderr } = await run({ PORT: String(port) });
    await new Promise((resolve) => taken.close(resolve));
    expect(code).toBe(1);
    expect(stderr).toContain(`port ${port} is in use by another program`);
    expect(stderr).not.toContain('    at ');
  });

  it('when another relay uses the data folder', async () => {
    const { code, stderr } = await run({ UNDERTONE_DATA_DIR: relay.dataDir });
    expect(code).toBe(1);
    expect(stderr).toContain(`in use by process ${relay.pid}`);
    expect(stderr).toContain('UNDERTONE_DATA_DIR');
  });

  it('when settings are invalid: it names all of them at once', async () => {
    const { code, stderr } = await run({ PORT: 'x', UNDERTONE_WORKERS: '0', DATABASE_URL: 'mysql://a' });
    expect(code).toBe(1);
    for (const name of ['PORT', 'UNDERTONE_WORKERS', 'DATABASE_URL']) expect(stderr).toContain(name);
  });

  it('when the database server does not answer', async () => {
    const { code, stderr } = await run({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing answers at DATABASE_URL');
  });

  it('when the database user may not make the role of organizations', async () => {
    const postgres = await startPostgres();
    try {
      const admin = new pg.Client({ connectionString: postgres.url });
      await admin.connect();
      await admin.query('create role clerk login');
      await admin.query('create database theirs owner clerk');
      await admin.end();
      const url = new URL(postgres.url);
      [url.username, url.pathname] = ['clerk', '/theirs'];
      const { code, stderr } = await run({ DATABASE_URL: url.href });
      expect(code).toBe(1);
      expect(stderr).toContain('permission denied to create role');
      expect(stderr).toContain('CREATEROLE');
      expect(stderr).not.toContain('    at ');
    } finally {
      await postgres.stop();
    }
  });

  it('when the model file is missing', async () => {
    const { code, stderr } = await run({ UNDERTONE_MODEL: join(folder, 'none.onnx') });
    expect(code).toBe(1);
    expect(stderr).toContain('UNDERTONE_MODEL');
  });
});

describe('the command line', () => {
  it('lists the settings for --help and prints the version for --version, without starting anything', async () => {
    const help = await run({}, ['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('UNDERTONE_DATA_DIR');
    expect(await run({}, ['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    expect((await run({}, ['--unknown'])).code).toBe(2);
  });

  it('starts nothing for a mistyped command: exit code 2 and the command that was meant', async () => {
    for (const [line, told] of [
      [['walet', 'show', 'org_1'], 'did you mean wallet show?'],
      [['start'], 'with no argument at all it starts the relay'],
      [['org', 'shw'], 'did you mean org show?'],
      [['backup'], 'usage: undertone-relay backup FILE'],
    ] as const) {
      const { code, stdout, stderr } = await run({}, line);
      expect([code, stdout], line.join(' ')).toEqual([2, '']);
      expect(stderr).toContain(told);
    }
  });

  it('comes to its end when nobody reads what it prints any more', async () => {
    const child = spawn(process.execPath, [relayEntry, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

const tokenStatus = async ({ url }: RelayProcess, key: string): Promise<number> => {
  const response = await fetch(`${url}/v1/stream/tokens`, { method: 'POST', headers: { 'X-API-Key': key } });
  return response.status;
};

describe('a start', () => {
  it('creates a key, prints it once on stdout and never again, and keeps it valid', async () => {
    // Because the env sets a plan, the relay starts with an empty folder.
    const env = { UNDERTONE_BOOTSTRAP_KEY: '', UNDERTONE_BOOTSTRAP_PLAN: 'pro' };
    const fresh = await RelayProcess.start({ env });
    const key = /psk_[0-9A-Za-z]{33}/.exec(fresh.log)?.[0] ?? '';
    expect(await tokenStatus(fresh, key)).toBe(201);
    await fresh.end();
    const printed = fresh.log.length;
    await fresh.start();
    expect(fresh.log.slice(printed)).not.toContain('psk_');
    expect(await tokenStatus(fresh, key)).toBe(201);
    await fresh.stop();
  });

  it('writes no secret to the log at debug level', async () => {
    const { token } = await relay.token();
    expect(relay.log).toContain('"level":20');
    expect(relay.log).not.toContain(token);
    expect(relay.log).not.toContain(relay.key);
  });
});

describe('a stop', () => {
  it('tells the streams to leave, closes them for a resume and exits with code 0', async () => {
    const stopping = await RelayProcess.start();
    const client = await ProtoClient.connect(stopping.wsUrl, { key: stopping.key });
    await client.hello();
    const ended = stopping.kill('SIGTERM');
    const { reason, resume } = (await client.waitFor('go_away')).value;
    expect({ reason, resume }).toEqual({ reason: 'deploy', resume: true });
    expect([1001, 1012]).toContain((await client.closed).code);
    expect(await ended).toBe('0');
    await stopping.stop();
  });

  it('fails its readiness before the door closes, and lets requests finish', async () => {
    const stopping = await RelayProcess.start({ env: { UNDERTONE_STOP_DELAY: '2' } });
    const { url, port, key } = stopping;
    const body = JSON.stringify({ name: 'made while the relay stops' });
    const socket = createConnection(port, '127.0.0.1').setEncoding('latin1');
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (data: string) => (text += data));
      socket.on('close', () => resolve(text));
    });
    const head = `Host: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    socket.write(`POST /v1/api-keys HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 5)}`);
    const ended = stopping.kill('SIGTERM');
    // New connections are taken until a balancer had the time to see the failing probe.
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 2_000 }).toBe(503);
    expect(await tokenStatus(stopping, key)).toBe(201);
    const closed = async (): Promise<boolean> =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      );
    await expect.poll(closed, { timeout: 5_000 }).toBe(true);
    socket.write(body.slice(5));
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
    expect(text).toMatch(/Connection: close/i);
    expect(await ended).toBe('0');
    await stopping.stop();
  }, 30_000);

  it('is in order, too, when the terminal is closed, which may tell it twice', async () => {
    const stopping = await RelayProcess.start();
    const client = await ProtoClient.connect(stopping.wsUrl, { key: stopping.key });
    await client.hello();
    const ended = stopping.kill('SIGHUP');
    await client.waitFor('go_away');
    process.kill(stopping.pid, 'SIGHUP');
    expect([1001, 1012]).toContain((await client.closed).code);
    expect(await ended).toBe('0');
    await stopping.stop();
  });

  it('exits at once on a second signal', async () => {
    const stopping = await RelayProcess.start();
    const client = await ProtoClient.connect(stopping.wsUrl, { key: stopping.key });
    await client.hello();
    const ended = stopping.kill('SIGTERM');
    await client.waitFor('go_away');
    process.kill(stopping.pid, 'SIGTERM');
    expect(await ended).toBe('1');
    await stopping.stop();
  });
});

describe('a relay in need', () => {
  let stuck: RelayProcess;
  beforeAll(async () => {
    stuck = await RelayProcess.start({
      env: { UNDERTONE_LOG_LEVEL: 'debug', UNDERTONE_MAX_MEMORY_MB: '64' },
    });
  });
  afterAll(() => stuck.stop());

  it('of memory refuses new streams, says so, and answers everything else', async () => {
    const client = await ProtoClient.connect(stuck.wsUrl, { key: stuck.key });
    client.send({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: 16_000 },
    });
    expect((await client.waitFor('error')).value).toMatchObject({ code: 'overloaded', retryable: true });
    expect((await client.closed).code).toBe(4503);
    expect(stuck.log).toContain('near the limit of memory: new sessions are refused');
    expect((await fetch(`${stuck.url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${stuck.url}/metrics`)).text();
    expect(metrics).toContain(`undertone_memory_limit_bytes ${64 * 1024 * 1024}`);
  });

  it('serves while nobody reads its log, says all of it later, and ends in time when nobody ever does', async () => {
    const ask = async (): Promise<void> => {
      expect((await fetch(`${stuck.url}/healthz`)).status).toBe(200);
    };
    // More lines than the system keeps for a reader.
    const requests = 4_000;
    const before = stuck.log.split('"route":"/healthz","status":200').length;
    stuck.readLog(false);
    for (let n = 0; n < requests; n += 50) await Promise.all(Array.from({ length: 50 }, ask));
    stuck.readLog(true);
    await expect
      .poll(() => stuck.log.split('"route":"/healthz","status":200').length - before, { timeout: 10_000 })
      .toBe(requests);
    expect(await (await fetch(`${stuck.url}/metrics`)).text()).toContain(
      'undertone_log_lines_dropped_total 0',
    );
    stuck.readLog(false);
    for (let n = 0; n < requests; n += 50) await Promise.all(Array.from({ length: 50 }, ask));
    expect(await stuck.end()).toBe('0');
  }, 60_000);
});
