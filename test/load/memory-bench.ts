/** What an active stream costs, in parts: heaps by thread, buffers outside of them, and the rest of the resident memory. */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rm } from 'node:fs/promises';
import { BenchChild } from './child-process.js';
import { makeClips } from './clips.js';
import type { Order } from './generator.js';
import { readUsage } from './proc.js';
import { startRelay } from './relay-under-load.js';
import type { RelayProcess } from '../support/relay-process.js';

const PROBE = fileURLToPath(new URL('../../relay/bench/memory-probe.mjs', import.meta.url));

export interface MemoryBenchOptions {
  readonly few: number;
  readonly many: number;
  readonly warmUpS: number;
  /** A folder for what each heap holds, by class. */
  readonly snapshots?: string;
  /** `MALLOC_ARENA_MAX` of the relay. */
  readonly arenas?: string;
}

interface Thread {
  readonly thread: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

interface Probe {
  readonly probe: readonly Thread[];
  readonly residentBefore: number;
  readonly residentAfter: number;
}

const print = (line = ''): void => void process.stdout.write(`${line}\n`);
const KB = 1024;

/** Asks a relay for its memory, while its streams run. */
const probe = async (relay: RelayProcess): Promise<Probe> => {
  const from = relay.log.length;
  process.kill(relay.pid, 'SIGUSR2');
  for (;;) {
    const line = /^\{"probe".*$/m.exec(relay.log.slice(from))?.[0];
    if (line !== undefined) return JSON.parse(line) as Probe;
    await pause(100); // the process offers only its output
  }
};

const measure = async (relay: RelayProcess, order: Omit<Order, 'port' | 'key'>): Promise<Probe> => {
  const generator = BenchChild.start('generator.ts', [
    JSON.stringify({ ...order, port: relay.port, key: relay.key }),
  ]);
  try {
    await generator.next('connected', 120_000);
    await generator.next('measuring', 1_000 * order.warmUpS + 60_000);
    return await probe(relay);
  } finally {
    await generator.stop();
  }
};

/** A relay's memory is read so long after it was ready. */
const SETTLED_S = 15;

/** Prints what each of some fresh relays without a stream takes, with the database that `DATABASE_URL` says. */
export const measureStart = async (rounds: number, arenas?: string): Promise<number> => {
  const database = process.env['DATABASE_URL'] === undefined ? 'embedded database' : 'Postgres server';
  print(`a relay ${SETTLED_S} s after it was ready, no stream, two inference threads, ${database}`);
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const relay = await startRelay(undefined, {
      UNDERTONE_WORKERS: '2',
      ...(arenas !== undefined && { MALLOC_ARENA_MAX: arenas }),
    });
    try {
      const readyMs = performance.now() - begun;
      await pause(1_000 * SETTLED_S);
      const { residentKb } = await readUsage(relay.pid);
      print(`  ${(residentKb / KB).toFixed(0)} MB resident, ready after ${(readyMs / 1_000).toFixed(1)} s`);
    } finally {
      await relay.stop();
    }
  }
  return 0;
};

/** Prints the growth from few to many streams, by part. */
export const main = async (options: MemoryBenchOptions): Promise<number> => {
  const { few, many, warmUpS, snapshots, arenas } = options;
  const clips = await makeClips(4);
  const relay = await startRelay(undefined, {
    NODE_OPTIONS: `--import ${PROBE}`,
    ...(snapshots !== undefined && { UNDERTONE_PROBE_SNAPSHOTS: snapshots }),
    ...(arenas !== undefined && { MALLOC_ARENA_MAX: arenas }),
  });
  try {
    const order = { warmUpS, measureS: 60, frameMs: 40, intervalMs: 500, clips: clips.paths };
    const first = await measure(relay, { ...order, streams: few });
    const second = await measure(relay, { ...order, streams: many });
    const slope = (of: (probe: Probe) => number): number => (of(second) - of(first)) / KB / (many - few);
    const row = (what: string, of: (probe: Probe) => number): void =>
      print(
        `${what.padEnd(44)} ${(of(first) / KB / KB).toFixed(1).padStart(8)} ${(of(second) / KB / KB).toFixed(1).padStart(8)} ${slope(of).toFixed(0).padStart(8)}`,
      );
    print(
      `${''.padEnd(44)} ${`${few}, MB`.padStart(8)} ${`${many}, MB`.padStart(8)} ${'kB each'.padStart(8)}`,
    );
    row('resident, garbage included', ({ residentBefore }) => residentBefore);
    row('resident, after a collection', ({ residentAfter }) => residentAfter);
    for (const { thread } of second.probe) {
      const of = (pick: (found: Thread) => number) => (probe: Probe) =>
        pick(probe.probe.find((each) => each.thread === thread) ?? second.probe[0]!);
      row(
        `thread ${thread}: heap in use`,
        of(({ heapUsed }) => heapUsed),
      );
      row(
        `thread ${thread}: outside of the heap`,
        of(({ external }) => external),
      );
    }
    const counted = ({ probe: threads }: Probe): number =>
      threads.reduce((sum, { heapTotal, external }) => sum + heapTotal + external, 0);
    row('the rest: native code, free pages', (each) => each.residentAfter - counted(each));
  } finally {
    await relay.stop();
    await rm(clips.folder, { recursive: true, force: true });
  }
  return 0;
};
