/** A real HAProxy with the configuration that operators get, for other addresses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from '../support/relay-process.js';

const START_MS = 10_000;
/** Connections of clients; each takes two open files. */
const MOST = 4_000;
const deployed = join(repositoryRoot, 'deploy/haproxy/haproxy.cfg');

/** Debian puts HAProxy where not everybody looks for programs. */
export const WITH_SBIN = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };

/** A relay as the balancer sees it. */
export interface Server {
  readonly name: string;
  readonly port: number;
  /** Where the relay tells its weight. */
  readonly agentPort: number;
}

/**
 * The deployed configuration with another door (without TLS), other servers, and a socket that tells what HAProxy does.
 * @throws when the file has no line to replace: then this would run another configuration than operators do
 */
export const configurationFor = (
  text: string,
  port: number,
  servers: readonly Server[],
  socket: string,
): string => {
  const replace = (before: string, pattern: RegExp, after: string): string => {
    if (!pattern.test(before)) throw new Error(`${deployed} has no line like ${pattern.source}`);
    return before.replace(pattern, after);
  };
  const lines = servers
    .map(({ name, port: at, agentPort }) => `  server ${name} 127.0.0.1:${at} agent-port ${agentPort}\n`)
    .join('');
  const withDoor = replace(text, /^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`);
  const withServers = replace(withDoor, /(^ {2}server .*\n)+/m, lines);
  // Fewer connections than a balancer's machine allows: this one's limit of open files may be low.
  return replace(withServers, /^ {2}maxconn .*$/m, `  maxconn ${MOST}\n  stats socket ${socket} level user`);
};

export class Haproxy {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  /** @throws with what HAProxy says when it does not start */
  static async start(port: number, servers: readonly Server[]): Promise<Haproxy> {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-haproxy-'));
    const file = join(folder, 'haproxy.cfg');
    const text = await readFile(deployed, 'utf8');
    await writeFile(file, configurationFor(text, port, servers, join(folder, 'stats')));
    const child = spawn('haproxy', ['-db', '-f', file], {
      env: WITH_SBIN,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
    const proxy = new Haproxy(port, folder, child);
    const untilMs = performance.now() + START_MS;
    while (!(await answers(port))) {
      if (child.exitCode !== null || performance.now() > untilMs) {
        await proxy.stop();
        throw new Error(`HAProxy did not start:\n${said}`);
      }
      await pause(50);
    }
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('HAProxy is not running');
    return this.child.pid;
  }

  /** Each server of the relays: its state, weight and open connections, as HAProxy's `show stat` tells them. */
  async servers(): Promise<readonly { name: string; status: string; weight: number; open: number }[]> {
    const [head = '', ...rows] = (await this.ask('show stat')).trim().split('\n');
    const names = head.replace(/^# /, '').split(',');
    const column = (row: readonly string[], name: string): string => row[names.indexOf(name)] ?? '';
    return rows
      .map((row) => row.split(','))
      .filter((row) => column(row, 'pxname') === 'relays' && column(row, 'svname') !== 'BACKEND')
      .map((row) => ({
        name: column(row, 'svname'),
        status: column(row, 'status'),
        weight: Number(column(row, 'weight')),
        open: Number(column(row, 'scur')),
      }));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exited;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ask(command: string): Promise<string> {
    const socket = connect(join(this.folder, 'stats'));
    socket.end(`${command}\n`);
    let text = '';
    for await (const part of socket.setEncoding('utf8')) text += String(part);
    return text;
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const say = (does: boolean): void => {
      socket.destroy();
      resolve(does);
    };
    socket.once('connect', () => say(true));
    socket.once('error', () => say(false));
  });
