/** The run of `npm run cluster`. */
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { BenchChild } from '../load/child-process.js';
import { makeClips } from '../load/clips.js';
import { percentile } from '../load/percentile.js';
import type { Measured } from './caller.js';
import type { Load, Order } from './callers.js';
import { judgeResults } from './call-results.js';
import { judgeMoney, readBooks } from './ledger.js';
import { cpuOfFamily, readProcessors, usedShare } from './machine.js';
import { ClusterStage } from './stage.js';
import { readStatements, type Statement, watchStatements } from './statements.js';

export interface ClusterOptions {
  readonly streams: number;
  /** So many of them send audio, the others what a page heard. */
  readonly audio: number;
  readonly seconds: number;
  readonly costs: boolean;
}

export interface ClusterReport {
  readonly streams: number;
  readonly audio: number;
  readonly seconds: number;
  readonly moved: number;
  readonly results: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly failed: readonly string[];
  readonly money: readonly string[];
  readonly lateness: Readonly<Record<'audio' | 'features', Lateness>>;
  /** Of the machine's processors, whoever used them; from 0 to 1. */
  readonly usedShare: number;
  /** The largest delay of the load's own clock. */
  readonly loadLateMs: number;
  /** CPU time, ms for each stream and second. */
  readonly cpu: Readonly<Record<'relays' | 'postgres' | 'haproxy' | 'load', number>>;
  readonly statements: readonly Statement[];
}

/** The 95th percentile of results of speech that was spoken while the link was well, and of all; not a number without streams. */
export interface Lateness {
  readonly calmP95Ms: number;
  readonly allP95Ms: number;
}

const CLIPS = 4;
/** Above it, results wait for a processor and not for the relays. */
const MACHINE_FULL = 0.97;
/** Later than this, the load does not speak in real time. */
const LOAD_LATE_MS = 250;

const latenessOf = ({ calmMs, movedMs }: Measured): Lateness => ({
  calmP95Ms: percentile(calmMs, 0.95),
  allP95Ms: percentile([...calmMs, ...movedMs], 0.95),
});

/** Runs it once. */
export const runCluster = async (
  { streams, audio, seconds }: Pick<ClusterOptions, 'streams' | 'audio' | 'seconds'>,
  say: (line: string) => void,
): Promise<ClusterReport> => {
  const clips = await makeClips(CLIPS);
  say('starting three relays, Postgres and HAProxy');
  const stage = await ClusterStage.start();
  try {
    const order: Order = {
      streams,
      audio: Math.min(audio, streams),
      seconds,
      port: stage.proxy.port,
      quietPort: stage.relays[2].port,
      key: stage.relays[0].key,
      clips: clips.paths,
    };
    const load = BenchChild.start('../cluster/callers.ts', [JSON.stringify(order)]);
    try {
      return await drive(stage, load, { streams, audio: order.audio, seconds, say });
    } finally {
      await load.stop();
    }
  } finally {
    await stage.stop();
    await rm(clips.folder, { recursive: true, force: true });
  }
};

interface Drive {
  readonly streams: number;
  readonly audio: number;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const drive = async (
  stage: ClusterStage,
  load: BenchChild,
  { streams, audio, seconds, say }: Drive,
): Promise<ClusterReport> => {
  const { postgres, proxy } = stage;
  const [killed, rolled] = stage.relays;
  say(`opening ${streams} streams through HAProxy`);
  await load.next('opened', 180_000);
  const watch = async (what: string): Promise<void> => {
    const servers = (await proxy.servers()).map(
      ({ name, status, weight, open }) => `${name} ${status} ${open} connections, weight ${weight}`,
    );
    say(`${what}: ${servers.join('; ')}`);
  };
  await watch('all are open');
  await watchStatements(postgres.url);
  const before = { processors: await readProcessors(), ...(await costsOf(stage)) };
  const spent = new RelayCosts();
  await spent.begin(stage);
  load.process.send('speak');
  const startMs = performance.now();
  const at = (share: number): Promise<void> => pause(startMs + share * seconds * 1_000 - performance.now());

  await at(0.25);
  await spent.ends(killed);
  await killed.kill('SIGKILL');
  say('a was killed (SIGKILL)');
  await pause(2_000);
  await watch('two seconds later');
  await killed.start();
  await spent.starts(killed);
  say('a is back');

  await at(0.55);
  say(`b restarts (SIGTERM)`);
  await spent.ends(rolled);
  const how = await rolled.end();
  say(`b ended with ${how}`);
  await rolled.start();
  await spent.starts(rolled);
  await watch('b is back');

  const done = await load.next<Load>('load', seconds * 1_000 + 180_000);
  const processors = await readProcessors();
  const relaysMs = await spent.total(stage);
  const costs = await costsOf(stage);
  const elapsedS = (performance.now() - startMs) / 1_000;
  const statements = await readStatements(postgres.url);
  const calls = [...done.references, ...done.calls];
  const perStream = (ms: number): number =>
    ms / (streams + done.references.length) / Math.min(seconds, elapsedS);
  const verdict = judgeResults(done.calls, done.references);
  return {
    streams,
    audio,
    seconds,
    ...verdict,
    moved: done.calls.reduce((sum, { moves }) => sum + moves.length, 0),
    money: judgeMoney(calls, await readBooks(postgres.url)),
    lateness: { audio: latenessOf(done.audio), features: latenessOf(done.features) },
    usedShare: usedShare(before.processors, processors),
    loadLateMs: done.lateMs,
    cpu: {
      relays: perStream(relaysMs),
      postgres: perStream(costs.postgresMs - before.postgresMs),
      haproxy: perStream(costs.haproxyMs - before.haproxyMs),
      load: perStream(done.cpuMs),
    },
    statements,
  };
};

const costsOf = async ({
  postgres,
  proxy,
}: ClusterStage): Promise<{ postgresMs: number; haproxyMs: number }> => ({
  postgresMs: await cpuOfFamily(postgres.pid),
  haproxyMs: await cpuOfFamily(proxy.pid),
});

type Relay = ClusterStage['relays'][number];

/** CPU time of the relays over their restarts. */
class RelayCosts {
  private readonly began = new Map<Relay, number>();
  private ms = 0;

  async begin({ relays }: ClusterStage): Promise<void> {
    for (const relay of relays) await this.starts(relay);
  }

  async starts(relay: Relay): Promise<void> {
    this.began.set(relay, (await relay.usage()).cpuMs);
  }

  async ends(relay: Relay): Promise<void> {
    this.ms += (await relay.usage()).cpuMs - (this.began.get(relay) ?? 0);
    this.began.delete(relay);
  }

  async total({ relays }: ClusterStage): Promise<number> {
    for (const relay of relays) if (this.began.has(relay)) await this.ends(relay);
    return this.ms;
  }
}

/** What the machine lacked. Empty: it carried the load. */
const limitsOf = ({ usedShare: used, loadLateMs }: ClusterReport): string[] => [
  ...(used > MACHINE_FULL
    ? [`its ${availableParallelism()} processors were ${(used * 100).toFixed(0)} % used`]
    : []),
  ...(loadLateMs > LOAD_LATE_MS ? [`the load itself was up to ${loadLateMs.toFixed(0)} ms late`] : []),
];

const print = (line = ''): void => void process.stdout.write(`${line}\n`);

const printSome = (what: string, problems: readonly string[]): void => {
  print(`${what.padEnd(16)} ${problems.length}`);
  for (const problem of problems.slice(0, 5)) print(`                 ${problem}`);
};

const printCosts = ({ statements, streams, seconds }: ClusterReport): void => {
  print();
  print('| calls | ms | rows | WAL bytes | each for a stream and second | statement |');
  print('|---|---|---|---|---|---|');
  const share = streams * seconds;
  for (const { text, calls, totalMs, rows, walBytes } of statements.slice(0, 20)) {
    const each = [calls, totalMs, rows, walBytes].map((value) => (value / share).toPrecision(3));
    print(`| ${each.join(' | ')} | | ${text.slice(0, 160).replaceAll('|', '\\|')} |`);
  }
};

/** @returns the exit code */
export const main = async (options: ClusterOptions): Promise<number> => {
  const report = await runCluster(options, (line) => void process.stderr.write(`  ${line}\n`));
  const { streams, audio, seconds, moved, results, lost, doubled, failed, money, cpu } = report;
  print(
    `${streams} streams of ${seconds} s on three relays, one Postgres, HAProxy; ${availableParallelism()} processors`,
  );
  print(
    `                 ${audio} send audio; ${streams - audio} tell what their page heard (privacy: 'features')`,
  );
  print(`moved            ${moved} times; ${results} results`);
  printSome('results lost', lost);
  printSome('results doubled', doubled);
  printSome('streams failed', failed);
  print(`money            ${money.length === 0 ? 'exact' : `${money.length} problems`}`);
  for (const problem of money.slice(0, 5)) print(`                 ${problem}`);
  for (const [kind, { calmP95Ms, allP95Ms }] of Object.entries(report.lateness))
    if (!Number.isNaN(calmP95Ms))
      print(
        `${`p95, ${kind}`.padEnd(16)} ${calmP95Ms.toFixed(0)} ms; with what was spoken during a move ${allP95Ms.toFixed(0)} ms`,
      );
  print(
    `CPU              ms for each stream and second: relays ${cpu.relays.toFixed(2)}, Postgres ${cpu.postgres.toFixed(2)}, HAProxy ${cpu.haproxy.toFixed(2)}, load ${cpu.load.toFixed(2)}`,
  );
  if (options.costs) printCosts(report);
  const limits = limitsOf(report);
  const isBroken = money.length > 0 || doubled.length > 0;
  if (limits.length > 0) {
    print();
    print(
      `THE MACHINE WAS THE LIMIT: ${limits.join(', ')}. Its latency shows nothing, and what it lost may be the machine's: take fewer streams (--streams) or a larger machine.`,
    );
    return isBroken ? 1 : 2;
  }
  return isBroken || lost.length > 0 || failed.length > 0 ? 1 : 0;
};
