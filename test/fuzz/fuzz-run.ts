/** Runs attacks on a real relay and watches what the rest of it notices: stalls, memory, descriptors, another's stream. */
import { readdir } from 'node:fs/promises';
import { startPostgres } from '../../relay/src/storage/testing/postgres.js';
import { type IoThread, readCounts, readIoThread, tooLong } from '../support/io-thread.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { type Attack, Finding, type Target } from './attack.js';
import { Dice } from './dice.js';
import { frames } from './frames.js';
import { framing } from './framing.js';
import { json } from './json.js';
import { media, multipart } from './media.js';
import { observers } from './observers.js';
import { resume } from './resume.js';

export const ATTACKS: readonly Attack[] = [framing, json, multipart, frames, resume, observers, media];

const ADMIN_TOKEN = 'operator-token-of-the-fuzz-run-0123456';
/** As in HARDENING: above this, others notice. */
const STALL_MS = 250;
const MEMORY_KB = 64 * 1024;
const DESCRIPTORS = 64;
const FRAME = 1_600;
const MOST_FINDINGS = 20;

export interface FuzzOrder {
  readonly attacks: readonly Attack[];
  readonly seed: number;
  /** Ends when this many cases of each attack were made, or the time is over. */
  readonly cases: number;
  readonly ms: number;
  readonly say?: (line: string) => void;
}

export interface FuzzReport {
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly findings: readonly string[];
  /** Stalls over 50 ms, by what made them. */
  readonly stalls: Readonly<Record<string, number>>;
  /** Absent when the relay ended. */
  readonly ioThread: IoThread | undefined;
  readonly memoryKb: number;
  readonly descriptors: number;
}

export const fuzz = async (order: FuzzOrder): Promise<FuzzReport> => {
  const database = await startPostgres();
  try {
    return await onRelay(order, database.url);
  } finally {
    await database.stop();
  }
};

const onRelay = async (order: FuzzOrder, databaseUrl: string): Promise<FuzzReport> => {
  const relay = await RelayProcess.start({
    env: {
      DATABASE_URL: databaseUrl,
      UNDERTONE_ADMIN_TOKEN: ADMIN_TOKEN,
      UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
      UNDERTONE_HANDSHAKES_PER_MINUTE: '10000000',
      UNDERTONE_REQUESTS_PER_ADDRESS: '10000000',
      UNDERTONE_WORKERS: '1',
      UNDERTONE_DEMO: 'off',
      UNDERTONE_LOG_LEVEL: 'warn',
    },
  });
  let victim: Victim | undefined;
  try {
    victim = await liveStream(relay);
    return await attackAll(order, { relay, key: relay.key, victim });
  } finally {
    victim?.stop();
    await relay.stop();
  }
};

interface Victim {
  readonly sessionId: string;
  readonly handle: string;
  /** Set when its stream was closed. */
  readonly closedWith: () => number | undefined;
  stop(): void;
}

/** Another organization's stream, which must not notice anything. */
const liveStream = async (relay: RelayProcess): Promise<Victim> => {
  const admin = async (path: string, body: object): Promise<Record<string, Record<string, string>>> => {
    const answer = await fetch(`${relay.url}/admin/v1/organizations${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, Record<string, string>>;
  };
  const { organization } = await admin('', { name: 'Victim', plan: 'pro' });
  const id = organization?.['id'] ?? '';
  await admin(`/${id}/wallet/top-ups`, { reference: 'fuzz', credits: 1_000_000 });
  const { api_key: made } = await admin(`/${id}/api-keys`, { name: 'Victim' });
  const client = await ProtoClient.connect(relay.wsUrl, { key: made?.['key'] ?? '' });
  const { sessionId, resumeHandle: handle } = await client.hello();
  let code: number | undefined;
  void client.closed.then((close) => (code = close.code));
  const timer = setInterval(() => code === undefined && client.audio(Buffer.alloc(FRAME * 2), FRAME), 100);
  return {
    sessionId,
    handle,
    closedWith: () => code,
    stop: () => {
      clearInterval(timer);
      client.drop();
    },
  };
};

const attackAll = async (order: FuzzOrder, target: Target & { victim: Victim }): Promise<FuzzReport> => {
  const { relay, victim } = target;
  const counts: Record<string, Record<string, number>> = {};
  const findings: string[] = [];
  const untilMs = performance.now() + order.ms;
  const made = new Map<Attack, number>();
  const isOver = (): boolean => performance.now() > untilMs || findings.length >= MOST_FINDINGS;

  /** One batch of an attack's next cases, side by side. */
  const batch = async (attack: Attack): Promise<void> => {
    const from = made.get(attack) ?? 0;
    const width = Math.min(attack.width, order.cases - from);
    made.set(attack, from + width);
    await Promise.all(
      Array.from({ length: width }, async (_, index) => {
        const start = (order.seed * 7_919 + from + index) % 2 ** 31;
        const outcome = await attack.run(target, new Dice(start)).catch((error: unknown) => {
          const problem = error instanceof Finding ? error.message : describe(error);
          findings.push(`${attack.name}, seed ${order.seed}, case ${from + index}: ${problem}`);
          return 'FINDING';
        });
        const own = (counts[attack.name] ??= {});
        own[outcome] = (own[outcome] ?? 0) + 1;
      }),
    );
  };
  const round = async (): Promise<boolean> => {
    let worked = false;
    for (const attack of order.attacks) {
      if (isOver() || (made.get(attack) ?? 0) >= order.cases) continue;
      worked = true;
      await batch(attack);
    }
    return worked;
  };

  // The first cases load code and fill pools that stay.
  const warmUntilMs = performance.now() + order.ms / 5;
  const warm = Math.ceil(order.cases / 4);
  while (performance.now() < warmUntilMs && [...order.attacks].some((a) => (made.get(a) ?? 0) < warm)) {
    if (!(await round())) break;
  }
  const before = { ...(await relay.usage()), descriptors: await descriptorsOf(relay.pid) };
  const heldBefore = await readCounts(relay.url);
  let saidMs = performance.now();
  while (await round()) {
    if (performance.now() - saidMs < 30_000) continue;
    saidMs = performance.now();
    const total = [...made.values()].reduce((sum, count) => sum + count, 0);
    order.say?.(`${total} cases, ${findings.length} findings, ${(await relay.usage()).residentKb} kB`);
  }
  if (!relay.running) findings.push('the relay ended');
  if (victim.closedWith() !== undefined) findings.push(`the victim’s stream closed: ${victim.closedWith()}`);
  const memoryKb = relay.running ? (await relay.usage()).residentKb - before.residentKb : NaN;
  const descriptors = relay.running ? (await descriptorsOf(relay.pid)) - before.descriptors : NaN;
  if (memoryKb > MEMORY_KB) findings.push(`memory grew by ${memoryKb} kB`);
  if (descriptors > DESCRIPTORS) findings.push(`${descriptors} descriptors more than before`);
  const ioThread = relay.running ? await readIoThread(relay.url, heldBefore) : undefined;
  if (ioThread !== undefined) findings.push(...tooLong(ioThread));
  const { stalls, problems } = readLog(relay.log);
  findings.push(...problems);
  return { counts, findings, stalls, ioThread, memoryKb, descriptors };
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`;
};

const descriptorsOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

/** What the relay wrote about itself. */
const readLog = (log: string): { stalls: Record<string, number>; problems: string[] } => {
  const stalls: Record<string, number> = {};
  const problems: string[] = [];
  for (const line of log.split('\n')) {
    if (/unhandledRejection|uncaughtException|TypeError|RangeError|a handler failed/.test(line)) {
      problems.push(`in the log: ${line.slice(0, 600)}`);
    }
    if (!line.includes('the I/O thread was held')) continue;
    const { route, workMs, waitedMs } = JSON.parse(line) as Record<'workMs' | 'waitedMs', number> & {
      route: string;
    };
    stalls[route] = (stalls[route] ?? 0) + 1;
    // What nobody noted may be this machine's other work. A route that holds the thread is ours, less what it had no processor.
    if (workMs - waitedMs > STALL_MS && route !== 'other' && route !== 'stopped') {
      problems.push(`${route} held the I/O thread for ${workMs - waitedMs} ms`);
    }
  }
  return { stalls, problems: problems.slice(0, MOST_FINDINGS) };
};
