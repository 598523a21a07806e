/**
 * Rows R1–R4 of BENCHMARKS.md. The relay and the generator are two processes on the same machine. Linux reports each one's
 * CPU time, printed separately, because the generator takes CPU that the relay could have used.
 */
import { rm } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import type { RelayProcess } from '../support/relay-process.js';
import { BenchChild } from './child-process.js';
import { makeClips } from './clips.js';
import type { Order, Report } from './generator.js';
import { compareFrameCost } from './frame-cost.js';
import { measureIdleMemory } from './idle-memory.js';
import { percentile } from './percentile.js';
import { readUsage } from './proc.js';
import { type LoadResult, startRelay } from './relay-under-load.js';

export interface RelayBenchOptions {
  readonly rows: readonly string[];
  readonly streams: number;
  /** Twilio streams beside those of R1 and R4. */
  readonly telephony: number;
  /** Before it; a fresh relay still compiles its code then. */
  readonly warmUpS: number;
  readonly measureS: number;
  readonly frameMs: number;
  readonly intervalMs: number;
  /** A CPU list for taskset. */
  readonly relayCpus?: string;
  readonly quick: boolean;
}

/** Runs one generator against a running relay. */
const generate = async (
  relay: RelayProcess,
  order: Omit<Order, 'port' | 'key'>,
): Promise<Omit<LoadResult, 'few'>> => {
  const full: Order = { ...order, port: relay.port, key: relay.key };
  const generator = BenchChild.start('generator.ts', [JSON.stringify(full)]);
  try {
    await generator.next('connected', 120_000);
    await generator.next('measuring', 1000 * order.warmUpS + 60_000);
    const before = await readUsage(relay.pid);
    await generator.next('measured', 1000 * order.measureS + 60_000);
    const after = await readUsage(relay.pid);
    return { before, after, report: await generator.next<Report>('report', 90_000) };
  } finally {
    await generator.stop();
  }
};

/** Runs a few streams to warm up a fresh relay, then `order.streams`. */
const load = async (
  order: Omit<Order, 'port' | 'key'>,
  relayCpus: string | undefined,
): Promise<LoadResult> => {
  const relay = await startRelay(relayCpus);
  try {
    const streams = Math.max(1, Math.ceil(order.streams / 10));
    const few = await generate(relay, { ...order, streams, telephony: 0, warmUpS: 5, measureS: 3 });
    const all = await generate(relay, order);
    return { ...all, few: { streams, residentKb: few.after.residentKb } };
  } finally {
    await relay.stop();
  }
};

const ms = (value: number) => `${value.toFixed(1)} ms`;
const print = (line = '') => process.stdout.write(`${line}\n`);

const describe = (
  order: Omit<Order, 'port' | 'key'>,
  result: LoadResult,
): { complete: boolean; cores: number } => {
  const { report, before, after } = result;
  const seconds = (after.atMs - before.atMs) / 1000;
  const cores = (after.cpuMs - before.cpuMs) / 1000 / seconds;
  const expected = order.streams * order.measureS * (1000 / order.intervalMs);
  const calls = order.telephony ?? 0;
  const complete =
    report.complete === order.streams &&
    report.calls === calls &&
    report.errors.length === 0 &&
    report.closes.length === 0;
  print(
    `   sent → result read   p50 ${ms(percentile(report.endToEndMs, 0.5))}  p95 ${ms(percentile(report.endToEndMs, 0.95))}  p99 ${ms(percentile(report.endToEndMs, 0.99))}  (${report.results} results, ${((100 * report.results) / expected).toFixed(0)} % of 1 per ${order.intervalMs} ms; pauses give none)`,
  );
  print(
    `   inside the relay     p50 ${ms(percentile(report.insideMs, 0.5))}  p95 ${ms(percentile(report.insideMs, 0.95))}  p99 ${ms(percentile(report.insideMs, 0.99))}`,
  );
  print(
    `   relay CPU            ${cores.toFixed(2)} cores: ${((1000 * cores) / (order.streams + calls)).toFixed(2)} ms per stream and second, ${((100 * (after.mainThreadMs - before.mainThreadMs)) / (after.cpuMs - before.cpuMs)).toFixed(0)} % of it in the I/O thread`,
  );
  print(
    `   generator CPU        ${(report.cpuMs / 1000 / seconds).toFixed(2)} cores (its clock was at most ${report.lateMs.toFixed(0)} ms late)`,
  );
  print(
    `   dropped              ${report.complete} of ${order.streams} streams had every sample analyzed; closes ${report.closes.length}, errors ${report.errors.length}, warnings ${JSON.stringify(report.warnings)}`,
  );
  if (calls > 0) print(`   telephony            ${report.calls} of ${calls} Twilio streams ended in order`);
  for (const error of new Set(report.errors)) print(`     error: ${error}`);
  return { complete, cores };
};

const R1_STREAMS = 500;

/** @returns 1 when a floor is missed */
export const main = async (options: RelayBenchOptions): Promise<number> => {
  const { streams, telephony, warmUpS, measureS, frameMs, intervalMs, relayCpus, quick } = options;
  const rows = new Set(options.rows);
  const clips = await makeClips(quick ? 2 : 8);
  const order = {
    streams,
    telephony,
    warmUpS,
    measureS,
    frameMs,
    intervalMs,
    clips: clips.paths,
  };
  let missed = 0;
  let unshown = 0;
  /** `lacking`: what keeps a run that went well from showing that the floor is met. */
  const check = (ok: boolean, lacking = ''): string => {
    if (!ok) missed += 1;
    if (ok && lacking !== '') unshown += 1;
    return ok ? lacking || 'floor met' : 'BELOW THE FLOOR';
  };
  print(
    `machine: ${availableParallelism()} CPUs (${cpus()[0]?.model ?? 'unknown'}); relay ${relayCpus === undefined ? 'on any of them, shared with the generator' : `held to CPU ${relayCpus}`}`,
  );
  print(
    `audio: ${clips.source}, 16 kHz PCM16 in protobuf frames of ${order.frameMs} ms, a result every ${order.intervalMs} ms`,
  );
  try {
    let active: LoadResult | undefined;
    if (rows.has('R1') || rows.has('R3')) {
      const beside = telephony > 0 ? ` beside ${telephony} Twilio streams` : '';
      print(`\nR1  ${streams} live streams${beside}, ${measureS} s after ${order.warmUpS} s of warm-up`);
      active = await load(order, relayCpus);
      const { complete, cores } = describe(order, active);
      const p95 = percentile(active.report.endToEndMs, 0.95);
      // Beside telephony, fewer are the claim.
      const isEnough = streams >= R1_STREAMS || telephony > 0;
      if (rows.has('R1')) {
        print(
          `   ours ${streams} streams, p95 ${ms(p95)}, at this cost ${Math.floor(((streams + telephony) * 2) / cores)} on two whole CPUs (extrapolated)`,
        );
        print(
          '   rivals (published) Vosk 2.1 per core, Azure speech container 1.7 per core, NVIDIA Riva 270 per GPU',
        );
        print(
          `   floor ${R1_STREAMS} streams on 2 CPUs, p95 ≤ 100 ms, nothing dropped; aim 1,000: ${check(complete && p95 <= 100, isEnough ? '' : `only ${streams} streams were tried`)}`,
        );
      }
    }
    if (rows.has('R2')) missed += await compareFrameCost(quick ? 3 : 11, print);
    if (rows.has('R3') && active !== undefined)
      missed += await measureIdleMemory(active, streams, relayCpus, print);
    if (rows.has('R4')) {
      const half = { ...order, streams: Math.ceil(streams / 2) };
      print(`\nR4  last sample of a window received → result sent, ${half.streams} streams (half load)`);
      const result = await load(half, relayCpus);
      describe(half, result);
      const [p50, p99] = [percentile(result.report.insideMs, 0.5), percentile(result.report.insideMs, 0.99)];
      print(`   ours p50 ${ms(p50)}, p99 ${ms(p99)}`);
      print('   rival (published) NVIDIA Riva, 64 streams: avg 42 ms, p99 130 ms');
      print(`   floor p50 30 ms, p99 150 ms; aim 5 and 30: ${check(p50 <= 30 && p99 <= 150)}`);
    }
  } finally {
    await rm(clips.folder, { recursive: true, force: true });
  }
  print();
  const met = unshown === 0 ? 'every floor is met' : 'no floor was missed, but not every one was tried';
  print(missed === 0 ? met : `${missed} floors missed`);
  return missed === 0 ? 0 : 1;
};
