import { availableParallelism } from 'node:os';
import { every } from '../../concurrency/every.js';
import { PooledStream } from './pooled-stream.js';
import {
  InferenceError,
  type InferencePool,
  type InferenceStream,
  type ModelDescription,
  type PoolStats,
  type StreamSpec,
} from '../port.js';
import type { SpawnWorker } from './worker-host.js';
import { WorkerSlot, type WorkerTrouble } from './worker-slot.js';

export interface PoolClock {
  /** Monotonic, ms. */
  now: () => number;
  /** Calls `run` regularly until the returned function is called. Must not keep the process alive. */
  every: (ms: number, run: () => void) => () => void;
  after: (ms: number, run: () => void) => void;
}

export interface PoolOptions {
  spawn: SpawnWorker;
  /**
   * Default: one per core. The I/O thread needs a fifth of their CPU time. With one worker fewer, two cores leave a quarter
   * of their time unused while results wait.
   */
  workers?: number;
  /** If a worker sends nothing for this long while it has work, it is killed, ms. Default 5,000. */
  hangMs?: number;
  /** The time in which a worker must load the model, ms. Default 60,000. */
  startMs?: number;
  /** Default: nobody is told. */
  onTrouble?: (trouble: WorkerTrouble) => void;
  clock?: PoolClock;
}

/** How often the pool checks for late and hanging work, ms. */
const WATCH_MS = 250;
/** If a check is this late, the process did not run (SIGSTOP, a sleeping laptop), ms. */
const FROZEN_MS = 2_000;
/** If the oldest waiting span is older than this, new streams are refused, so that admitted streams keep their latency. */
const BUSY_MS = 750;
const DEFAULT_HANG_MS = 5_000;
const DEFAULT_START_MS = 60_000;
const RATE_HZ = { min: 8_000, max: 48_000 };
const REAL_CLOCK: PoolClock = {
  now: () => performance.now(),
  every,
  after: (ms, run) => void setTimeout(run, ms).unref(),
};

/** Starts the inference workers. A stream stays on one worker: the one with the fewest streams when the stream opens. */
export const createInferencePool = (options: PoolOptions): InferencePool => new Pool(options);

class Pool implements InferencePool {
  private readonly slots: WorkerSlot[];
  private readonly streams = new Map<number, PooledStream>();
  private readonly clock: PoolClock;
  private readonly stopWatching: () => void;
  private watchedAtMs: number;
  private nextStream = 1;
  private closing: Promise<void> | undefined;

  constructor(options: PoolOptions) {
    const clock = options.clock ?? REAL_CLOCK;
    this.clock = clock;
    const slotOptions = {
      spawn: options.spawn,
      now: clock.now,
      after: clock.after,
      hangMs: options.hangMs ?? DEFAULT_HANG_MS,
      startMs: options.startMs ?? DEFAULT_START_MS,
      onTrouble: options.onTrouble ?? (() => undefined),
    };
    const workers = options.workers ?? availableParallelism();
    this.slots = Array.from({ length: workers }, () => new WorkerSlot(slotOptions));
    this.watchedAtMs = clock.now();
    this.stopWatching = clock.every(WATCH_MS, () => this.watch());
  }

  async ready(): Promise<void> {
    try {
      await Promise.all(this.slots.map((slot) => slot.ready()));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new InferenceError('model_unavailable', `the model cannot be loaded: ${reason}`, true, { cause });
    }
  }

  model(): ModelDescription {
    const model = this.slots.find((slot) => slot.model !== undefined)?.model;
    if (model === undefined) throw new InferenceError('model_unavailable', 'no worker is ready yet', true);
    return model;
  }

  open(spec: StreamSpec): InferenceStream {
    if (this.closing !== undefined) throw new InferenceError('closed', 'the pool is closed', true);
    checkSpec(spec);
    if (this.admission() === 'busy') {
      throw new InferenceError('overloaded', 'the inference workers are busy', true);
    }
    const ready = this.slots.filter(({ state }) => state.kind === 'ready');
    const kind = spec.kind ?? 'live';
    const slot = ready.reduce<WorkerSlot | undefined>(
      (best, candidate) => (best === undefined || candidate.load(kind) < best.load(kind) ? candidate : best),
      undefined,
    );
    if (slot === undefined) throw new InferenceError('model_unavailable', 'no worker is ready', true);
    const number = this.nextStream++;
    const stream = new PooledStream(spec, number, slot, {
      now: this.clock.now,
      blockMs: slot.blockMs,
      onClosed: () => this.streams.delete(number),
    });
    this.streams.set(number, stream);
    return stream;
  }

  stats(): PoolStats {
    const nowMs = this.clock.now();
    return {
      workers: this.slots.length,
      workersReady: this.slots.filter(({ state }) => state.kind === 'ready').length,
      streams: this.streams.size,
      outstandingChunks: this.slots.reduce((sum, { outstanding }) => sum + outstanding.size, 0),
      oldestMs: Math.max(...this.slots.map((slot) => slot.oldestMs(nowMs))),
      restarts: this.slots.reduce((sum, { restarts }) => sum + restarts, 0),
      admission: this.admission(),
    };
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    this.stopWatching();
    for (const stream of [...this.streams.values()]) stream.close();
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  private admission(): PoolStats['admission'] {
    const nowMs = this.clock.now();
    return this.slots.every((slot) => slot.oldestMs(nowMs) > BUSY_MS) ? 'busy' : 'ok';
  }

  private watch(): void {
    const nowMs = this.clock.now();
    const lateMs = Math.max(0, nowMs - this.watchedAtMs - WATCH_MS);
    this.watchedAtMs = nowMs;
    for (const slot of this.slots) slot.watch(nowMs, lateMs);
    // The whole process stood still, the workers too, so waiting work does not mean overload.
    if (lateMs > FROZEN_MS) return;
    for (const stream of [...this.streams.values()]) stream.watch(nowMs);
  }
}

const checkSpec = ({ channels, intervalMs }: StreamSpec): void => {
  const bad = (message: string) => new InferenceError('bad_spec', message, false);
  if (channels.length === 0) throw bad('a stream needs a channel');
  if (!(intervalMs > 0)) throw bad('the interval must be positive');
  for (const { sampleRate } of channels) {
    if (Number.isInteger(sampleRate) && sampleRate >= RATE_HZ.min && sampleRate <= RATE_HZ.max) continue;
    throw bad(`a sample rate of ${sampleRate} Hz is not between ${RATE_HZ.min} and ${RATE_HZ.max}`);
  }
};
