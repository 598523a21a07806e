/**
 * Kills the relay with `kill -9` at a random moment while callers talk, then starts a new relay on the same store. The
 * callers resume, finish and hang up. Afterwards the money must be right: I1, I2 and I6 of README.md.
 */
import { PGlite } from '@electric-sql/pglite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres, type TestPostgres } from '../../relay/src/storage/testing/postgres.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';

const RATE = 16_000;
const FRAME = RATE / 10;
const FRAME_MS = 100;
const CALLERS = 3;
const CREDIT = 1_000_000;

export type Store = 'embedded' | 'postgres';

export interface KillReport {
  readonly store: Store;
  readonly rounds: number;
  readonly sessions: number;
  /** Sessions that survived a kill. */
  readonly resumed: number;
  /** Sessions killed before their first checkpoint; they cannot be resumed. */
  readonly lost: number;
  /** Rounds whose kill left audio without an acknowledgment. */
  readonly unacknowledged: number;
  readonly problems: readonly string[];
}

interface Line {
  readonly reference: string;
  readonly kind: string;
  readonly amount: string;
}

interface Caller {
  client: ProtoClient;
  readonly sessionId: string;
  readonly handle: string;
  sent: number;
  acked: number;
  receipt: number | undefined;
  lost: boolean;
}

/** Silence costs the same as speech. */
const frame = Buffer.alloc(FRAME * 2);

const startCaller = async (relay: RelayProcess): Promise<Caller> => {
  const client = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
  const { sessionId, resumeHandle: handle } = await client.hello({ sampleRate: RATE });
  return { client, sessionId, handle, sent: 0, acked: 0, receipt: undefined, lost: false };
};

/** Talks in real time until the time is over or the link breaks. */
const talk = async (caller: Caller, ms: number): Promise<void> => {
  const until = performance.now() + ms;
  const { client } = caller;
  while (performance.now() < until && client.socket.readyState === client.socket.OPEN) {
    client.nextSample[0] = caller.sent;
    client.audio(frame, FRAME);
    caller.sent += FRAME;
    await pause(FRAME_MS);
  }
};

const readAcks = (caller: Caller): void => {
  for (const { throughSample } of caller.client.all('audio.ack')) {
    caller.acked = Math.max(caller.acked, throughSample);
  }
};

/** Resumes the session and sends the unacknowledged audio. */
const resume = async (caller: Caller, relay: RelayProcess): Promise<void> => {
  const { client: former, sessionId, handle } = caller;
  const client = await ProtoClient.connect(relay.wsUrl, {
    key: relay.key,
    seq: former.seq,
    generation: former.generation,
  });
  client.ack = former.ack;
  client.captured = caller.sent;
  client.send({
    kind: 'session.hello',
    value: {
      sessionId,
      channels: [],
      features: [],
      metadata: {},
      sampleRate: RATE,
      resume: { handle, lastServerSeq: former.ack, nextSample: [caller.acked] },
    },
  });
  const answer = await Promise.race([client.waitFor('session.ready'), client.closed]);
  if (!('value' in answer)) {
    caller.lost = true;
    return;
  }
  caller.client = client;
  const from = answer.value.nextSample[0] ?? 0;
  client.nextSample[0] = from;
  for (let at = from; at < caller.sent; at += FRAME) {
    const count = Math.min(FRAME, caller.sent - at);
    client.audio(frame.subarray(0, count * 2), count);
  }
};

const hangUp = async (caller: Caller): Promise<void> => {
  const { usage } = await caller.client.end();
  readAcks(caller);
  caller.receipt = usage.microCredits;
};

/** Runs the rounds on one store. */
export const killRounds = async (
  store: Store,
  rounds: number,
  random: () => number,
  say: (line: string) => void = () => undefined,
): Promise<KillReport> => {
  const server = store === 'postgres' ? await startPostgres() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'undertone-kill-'));
  const relay = await RelayProcess.start({
    env: {
      UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
      UNDERTONE_WORKERS: '1',
      UNDERTONE_DEMO: 'off',
      UNDERTONE_LOG_LEVEL: 'warn',
      ...(server !== undefined && { DATABASE_URL: server.url }),
    },
  });
  const callers: Caller[] = [];
  const problems: string[] = [];
  let unacknowledged = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const here = await Promise.all(Array.from({ length: CALLERS }, () => startCaller(relay)));
      callers.push(...here);
      const talking = here.map((caller) => talk(caller, 10_000));
      await pause(400 + random() * 2_600);
      await relay.kill('SIGKILL');
      await Promise.all(talking);
      here.forEach(readAcks);
      if (here.some(({ acked, sent }) => acked < sent)) unacknowledged += 1;
      await relay.start();
      await Promise.all(here.map((caller) => resume(caller, relay)));
      const back = here.filter(({ lost }) => !lost);
      await Promise.all(back.map((caller) => talk(caller, 300 + random() * 700)));
      await Promise.all(back.map(hangUp));
      problems.push(...(await checkWallet(relay)).map((problem) => `round ${round}: ${problem}`));
      say(`${store}: round ${round} of ${rounds}, ${problems.length} problems`);
    }
    problems.push(...(await checkPlaces(relay)));
    await relay.end();
    const lines = await readLedger(store, relay, server);
    problems.push(...checkLedger(lines, callers));
  } finally {
    await relay.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const lost = callers.filter((caller) => caller.lost).length;
  return {
    store,
    rounds,
    lost,
    unacknowledged,
    problems,
    sessions: callers.length,
    resumed: callers.length - lost,
  };
};

/** I2, as far as the API shows it. */
const checkWallet = async (relay: RelayProcess): Promise<string[]> => {
  const { json } = await relay.request('GET', '/v1/wallet');
  const { wallet } = json as { wallet: Record<string, { micro_credits: number }> };
  const [balance, held, available] = ['balance', 'held', 'available'].map(
    (part) => wallet[part]?.micro_credits ?? NaN,
  );
  const good = Number.isSafeInteger(balance) && Number(held) >= 0 && Number(available) >= 0;
  return good ? [] : [`I2: the wallet says ${JSON.stringify(wallet)}`];
};

/** I6: ended sessions, and sessions whose relay died, hold no stream slot, so the next stream is the only one. */
const checkPlaces = async (relay: RelayProcess): Promise<string[]> => {
  const until = performance.now() + 31_000;
  for (;;) {
    const client = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
    const { quota } = await client.hello({ sampleRate: RATE });
    await client.end();
    if (quota.concurrentUsed === 1) return [];
    if (performance.now() > until) return [`I6: ${quota.concurrentUsed} places are taken, 1 stream is open`];
    await pause(1_000);
  }
};

const LEDGER = 'select reference, kind, micro_credits::text as amount from ledger_entries';
const BALANCES =
  "select 'balance' as reference, 'balance' as kind, sum(balance)::text as amount from wallets";
const USAGE =
  "select 'usage' as reference, 'usage' as kind, sum(micro_credits)::text as amount from usage_days";
const QUERY = `${LEDGER} union all ${BALANCES} union all ${USAGE}`;

const readLedger = async (
  store: Store,
  relay: RelayProcess,
  server: TestPostgres | undefined,
): Promise<readonly Line[]> => {
  if (store === 'embedded') {
    const database = await PGlite.create(join(relay.dataDir, 'postgres'));
    const { rows } = await database.query<Line>(QUERY);
    await database.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: server?.url });
  await client.connect();
  const { rows } = await client.query<Line>(QUERY);
  await client.end();
  return rows;
};

/** I1 and I2, from the ledger itself. */
const checkLedger = (all: readonly Line[], callers: readonly Caller[]): string[] => {
  const problems: string[] = [];
  const lines = all.filter(({ kind }) => kind !== 'balance' && kind !== 'usage');
  const totalOf = (kind: string): number => Number(all.find((line) => line.kind === kind)?.amount ?? NaN);
  const sum = (some: readonly Line[]): number =>
    some.reduce((total, { amount }) => total + Number(amount), 0);
  if (sum(lines) !== totalOf('balance')) {
    problems.push(`I2: the ledger says ${sum(lines)}, the wallet ${totalOf('balance')}`);
  }
  const charged = -sum(lines.filter(({ kind }) => kind !== 'top_up'));
  if (charged !== totalOf('usage'))
    problems.push(`I2: ${charged} was charged, usage says ${totalOf('usage')}`);
  if (new Set(lines.map(({ kind, reference }) => `${kind} ${reference}`)).size !== lines.length) {
    problems.push('I1: a second is in the ledger twice');
  }
  for (const { sessionId, sent, acked, receipt, lost } of callers) {
    const own = lines.filter(({ reference }) => reference.startsWith(`${sessionId}/`));
    const paid = new Set(own.map(({ reference }) => Number(reference.split('/').at(-1))));
    for (let second = 0; second < acked / RATE; second += 1) {
      if (!paid.has(second))
        problems.push(`I1: second ${second} of ${sessionId} was acknowledged and not billed`);
    }
    const cost = -sum(own);
    const said = (sent * CREDIT) / RATE; // in this order, whole numbers stay whole
    if (lost) {
      if (cost > said + CREDIT) problems.push(`I1: ${sessionId} was lost and cost ${cost}, ${said} was said`);
    } else if (cost !== said || receipt !== cost) {
      problems.push(`I1: ${sessionId} cost ${cost}, its receipt says ${receipt}, ${said} was said`);
    }
  }
  return problems;
};
