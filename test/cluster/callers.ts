/** The cluster's load in a process of its own: all streams on one clock. Talks to its parent over IPC. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadModel } from '@undertone/model/node';
import { useSimd } from '@undertone/prosody/simd';
import { Caller, type CallReport, type Measured } from './caller.js';
import { audioOf, FRAME_MS, featuresOf, type Speech } from './speech.js';

export interface Order {
  /** Of the balancer. */
  readonly port: number;
  /** Of a relay that nothing happens to, for one stream of each clip: what an undisturbed stream hears. */
  readonly quietPort: number;
  readonly key: string;
  readonly streams: number;
  /** So many of them send audio. What the others say was heard beforehand, as a page hears it that sends no audio. */
  readonly audio: number;
  readonly seconds: number;
  /** Raw 16 kHz PCM16 files, distributed among the streams. */
  readonly clips: readonly string[];
}

export interface Load {
  readonly kind: 'load';
  readonly audio: Measured;
  readonly features: Measured;
  /** The undisturbed streams, one for each clip and way of telling it. */
  readonly references: readonly CallReport[];
  readonly calls: readonly CallReport[];
  /** The largest delay of this clock, ms. */
  readonly lateMs: number;
  readonly cpuMs: number;
}

/** Streams that open at the same time: a burst of all of them at once is another test. */
const OPENING = 20;
const OPEN_MS = 120_000;
/** From the last sample to the last receipt: the resume window, and some more. */
const OVER_MS = 150_000;

const tell = (message: { kind: string }): unknown => process.send?.(message);

/** Opens them a few at a time. @throws when they are not ready in time */
const openAll = async (callers: readonly Caller[]): Promise<void> => {
  const untilMs = performance.now() + OPEN_MS;
  for (let from = 0; from < callers.length; from += OPENING) {
    const some = callers.slice(from, from + OPENING);
    for (const caller of some) caller.open();
    while (!some.every(({ isReady }) => isReady)) {
      if (performance.now() > untilMs || some.some(({ isOver }) => isOver)) {
        const { failure } = some.find(({ isOver }) => isOver)?.report() ?? {};
        throw new Error(
          `only ${from} of ${callers.length} streams opened: ${failure ?? `not in ${OPEN_MS / 1_000} s`}`,
        );
      }
      await pause(10);
    }
  }
};

/** One clock: tick c belongs to stream c mod N and is due c/N frames after the start. @returns the largest delay, ms */
const drive = async (callers: readonly Caller[], seconds: number): Promise<number> => {
  const startMs = performance.now();
  const stepMs = FRAME_MS / callers.length;
  callers.forEach((caller, index) => caller.start(startMs + index * stepMs));
  const untilMs = startMs + seconds * 1_000 + OVER_MS;
  let ticks = 0;
  let lateMs = 0;
  // A frame is spoken when its last sample is.
  const dueAt = (): number => startMs + FRAME_MS + ticks * stepMs;
  while (callers.some(({ isOver }) => !isOver) && performance.now() < untilMs) {
    const now = performance.now();
    if (dueAt() < now) lateMs = Math.max(lateMs, now - dueAt());
    for (; dueAt() <= now; ticks += 1) callers[ticks % callers.length]?.speak();
    await pause(2);
  }
  for (const caller of callers) caller.abandon();
  return lateMs;
};

const READER = fileURLToPath(import.meta.resolve('@undertone/model/models/undertone-live-open.onnx'));

/** With the reader that pages get. */
const hear = async (waves: readonly Buffer[], frames: number): Promise<Speech[]> => {
  useSimd();
  const reader = await loadModel(READER);
  const speeches: Speech[] = [];
  for (const wave of waves) speeches.push(await featuresOf(wave, frames, reader));
  await reader.dispose();
  return speeches;
};

/** @param args one JSON {@link Order} */
export const main = async (args: readonly string[]): Promise<number> => {
  const {
    port,
    quietPort,
    key,
    streams,
    audio: sending,
    seconds,
    clips,
  } = JSON.parse(args[0] ?? '{}') as Order;
  const waves = clips.map((path) => readFileSync(path));
  const frames = Math.ceil((seconds * 1_000) / FRAME_MS);
  const spoken = sending > 0 ? waves.map((wave) => audioOf(wave, frames)) : [];
  const heard = sending < streams ? await hear(waves, frames) : [];
  const audio: Measured = { calmMs: [], movedMs: [] };
  const features: Measured = { calmMs: [], movedMs: [] };
  const uncounted: Measured = { calmMs: [], movedMs: [] };
  const every = [...spoken, ...heard];
  const caller = (speech: Speech, at: number, measured: Measured): Caller =>
    new Caller({ key, clip: every.indexOf(speech), port: at, speech, random: Math.random, measured });
  const references = every.map((speech) => caller(speech, quietPort, uncounted));
  const calls = Array.from({ length: streams }, (_, index) => {
    const isAudio = index < sending;
    const some = isAudio ? spoken : heard;
    return caller(some[index % some.length]!, port, isAudio ? audio : features);
  });
  const all = [...references, ...calls];
  await openAll(all);
  tell({ kind: 'opened' });
  await once(process, 'message');
  const before = process.cpuUsage();
  const lateMs = await drive(all, seconds);
  const { user, system } = process.cpuUsage(before);
  const load: Load = {
    kind: 'load',
    audio,
    features,
    lateMs,
    cpuMs: (user + system) / 1_000,
    references: references.map((each) => each.report()),
    calls: calls.map((each) => each.report()),
  };
  await new Promise((resolve) => process.send?.(load, resolve));
  process.disconnect();
  return 0;
};
