/** The built relay as a child process on a free port, with its own data folder. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const relayEntry = join(repositoryRoot, 'relay/dist/main.js');
const startDeadlineMs = 60_000;

/** A key chosen by the operator. It is not a secret, since the relay lives for one test file. */
const bootstrapKey = 'psk_test_0123456789abcdefghijklmnop';

/** Names a data folder to copy, since creating a database takes seconds; set by global-setup.ts. */
export const templateVariable = 'UNDERTONE_TEST_DATA_TEMPLATE';

type Child = ChildProcessByStdio<null, Readable, Readable>;

export interface RelayOptions {
  env?: Record<string, string>;
  /** Prefix of the command line, e.g. `['taskset', '-c', '1']`. */
  wrap?: readonly string[];
  /** Another relay than the one that was built here: the path of its main file. */
  entry?: string;
}

export class RelayProcess {
  private child: Child | undefined;
  private logged = '';
  private listeningPort = 0;
  private stopping = false;

  private constructor(
    readonly dataDir: string,
    private readonly options: RelayOptions,
  ) {}

  /** Starts a relay; resolves once `/readyz` is OK. */
  static async start(options: RelayOptions = {}): Promise<RelayProcess> {
    const relay = new RelayProcess(await mkdtemp(join(tmpdir(), 'undertone-relay-')), options);
    const template = process.env[templateVariable];
    // The plan is set when the organization is created, so a test that names a plan starts with an empty folder.
    if (template !== undefined && options.env?.['UNDERTONE_BOOTSTRAP_PLAN'] === undefined) {
      await cp(template, relay.dataDir, { recursive: true });
    }
    await relay.start();
    return relay;
  }

  readonly key = bootstrapKey;

  get port(): number {
    return this.listeningPort;
  }

  get url(): string {
    return `http://127.0.0.1:${this.listeningPort}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.listeningPort}`;
  }

  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error('the relay is not running');
    return pid;
  }

  /** Everything it printed, over all its starts. */
  get log(): string {
    return this.logged;
  }

  /** How often it ended without {@link kill}. */
  crashes = 0;

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /**
   * Starts it (again) on the same data folder. The port is a new one, since any program may take the old one in between.
   * Clients that outlive a relay reach it through a {@link TcpProxy}.
   */
  async start(): Promise<void> {
    const line = [...(this.options.wrap ?? []), process.execPath, this.options.entry ?? relayEntry];
    const child = spawn(line[0]!, line.slice(1), {
      cwd: this.dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: '0',
        UNDERTONE_DATA_DIR: this.dataDir,
        UNDERTONE_BOOTSTRAP_KEY: this.key,
        UNDERTONE_BOOTSTRAP_CREDITS: '10000000',
        ...this.options.env,
      },
    });
    this.child = child;
    this.stopping = false;
    const port = await this.watchOutput(child);
    this.listeningPort = port;
    await this.waitUntilReady();
  }

  /** Resolves with the port when the relay has printed it. */
  private watchOutput(child: Child): Promise<number> {
    const from = this.logged.length;
    let isFound = false;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(
          new Error(`the relay named no port within ${startDeadlineMs} ms:\n${this.logged.slice(from)}`),
        );
      }, startDeadlineMs);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          this.logged += text;
          // Only until it was found: the access log grows with every request.
          if (isFound) return;
          const port = portIn(this.logged.slice(from));
          if (port === undefined) return;
          isFound = true;
          clearTimeout(timer);
          resolve(port);
        });
      }
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        const error = new Error(
          `the relay ended with ${signal ?? code ?? 'nothing'}:\n${this.logged.slice(from)}`,
        );
        if (!this.stopping) {
          this.crashes += 1;
          console.error(error.message.slice(-4_000));
        }
        reject(error);
      });
    });
  }

  private async waitUntilReady(): Promise<void> {
    const until = performance.now() + startDeadlineMs;
    for (;;) {
      const response = await fetch(`${this.url}/readyz`);
      await response.arrayBuffer();
      if (response.ok) return;
      if (performance.now() > until)
        throw new Error(`the relay is not ready: HTTP ${response.status}\n${this.logged}`);
      await pause(50); // HTTP offers only polling
    }
  }

  /** Sends a signal and waits for the process to end. @returns exit code or signal name. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<string> {
    const child = this.child;
    if (child === undefined || !this.running) return 'not running';
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.stopping = true;
    child.kill(signal);
    const [code, by] = await ended;
    return by ?? String(code);
  }

  /** Asks it to shut down with SIGTERM, and kills it after 15 s. @returns how it ended */
  async end(): Promise<string> {
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), 15_000);
    const how = await this.kill('SIGTERM');
    clearTimeout(timer);
    return how;
  }

  /** Ends it and removes its data. @returns how it ended. */
  async stop(): Promise<string> {
    const how = await this.end();
    await rm(this.dataDir, { recursive: true, force: true });
    return how;
  }

  /** Resident memory in kB and CPU time in ms, from /proc. */
  async usage(): Promise<{ residentKb: number; cpuMs: number }> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    const stat = await readFile(`/proc/${this.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]); // utime, stime: fields 14 and 15 of proc(5)
    return { residentKb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0), cpuMs: ticks * 10 };
  }

  /** Sends an authenticated request. */
  async request(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  /** Stops or goes on to read the log, as somebody who is stuck would. */
  readLog(reads: boolean): void {
    if (reads) this.child?.stderr.resume();
    else this.child?.stderr.pause();
  }

  /** Fetches a stream token, as the customer's server would. */
  async token(
    claims: Record<string, unknown> = {},
  ): Promise<{ token: string; expires_at: string; session_id: string }> {
    const { status, json } = await this.request('POST', '/v1/stream/tokens', claims);
    if (status !== 200 && status !== 201) throw new Error(`tokens: HTTP ${status} ${JSON.stringify(json)}`);
    return json as { token: string; expires_at: string; session_id: string };
  }
}

/** Finds the port in the relay's output: in a URL or in a log line's `port` field. */
const portIn = (text: string): number | undefined => {
  const match = /https?:\/\/[\w.[\]-]+:(\d+)|"port":(\d+)/.exec(text);
  const port = Number(match?.[1] ?? match?.[2] ?? 0);
  return port > 0 ? port : undefined;
};
