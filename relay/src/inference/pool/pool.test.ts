import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createInferencePool, type PoolOptions } from './pool.js';
import type { AnalysisResult, InferenceFault, InferencePool, InferenceStream, StreamSpec } from '../port.js';
import { FakeModel } from '../testing/fake-model.js';
import { InProcessWorker } from '../testing/in-process-host.js';
import { ManualClock } from '../testing/manual-clock.js';
import { bytesOf, voiceThenSilence } from '../testing/voice.js';

const PCM = { encoding: 'pcm_s16le', sampleRate: 16_000, analyse: true } as const;

let clock: ManualClock;
let model: FakeModel;
let workers: InProcessWorker[];
let pool: InferencePool;

const startPool = async (options: Partial<PoolOptions> = {}) => {
  pool = createInferencePool({
    workers: 1,
    clock,
    spawn: () => {
      const worker = new InProcessWorker(model, clock.now);
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  await pool.ready();
};

beforeEach(async () => {
  clock = new ManualClock();
  model = new FakeModel();
  workers = [];
  await startPool();
});

/** A stream with its results and faults. */
class Listener {
  readonly results: AnalysisResult[] = [];
  readonly faults: InferenceFault[] = [];

  constructor(readonly stream: InferenceStream) {
    stream.onResult((result) => this.results.push(result));
    stream.onFault((fault) => this.faults.push(fault));
  }

  /** Pushes 16-bit audio in frames of 40 ms. */
  speak(samples: Int16Array, channel = 0): void {
    const bytes = bytesOf(samples);
    for (let from = 0; from < bytes.length; from += 1_280) {
      this.stream.push(channel, this.stream.nextSample(channel), bytes.subarray(from, from + 1_280));
    }
  }

  spans(): string[] {
    return this.results.map(({ span, startSample, endSample }) => `${span} ${startSample}-${endSample}`);
  }
}

const open = (over: Partial<StreamSpec> = {}) =>
  new Listener(
    pool.open({
      streamId: 's',
      channels: [PCM],
      intervalMs: 250,
      features: ['emotion', 'prosody', 'vad'],
      ...over,
    }),
  );

/** In-process workers deliver one message per turn of the event loop. */
const turns = async (count = 12) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('audio in, results out', () => {
  it('[RT27] gives a result for every interval of audio, without holes', async () => {
    const call = open();
    call.speak(voiceThenSilence(1, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual([
      'audio 0-4000',
      'audio 4000-8000',
      'audio 8000-12000',
      'audio 12000-16000',
    ]);
    expect(call.results[1]).toMatchObject({ startMs: 250, endMs: 500, speech: true, channel: 0 });
    expect(call.results[3]!.emotion).toBeDefined();
    expect(call.results[3]!.prosody!.pitch.mean).toBeGreaterThan(100);
  });

  it('rounds the interval up to whole blocks of the model', async () => {
    const call = open({ intervalMs: 260 });
    call.speak(voiceThenSilence(0.6, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4800', 'audio 4800-9600']);
  });

  it('[RT37] analyzes what is buffered on flush and continues after it', async () => {
    const call = open();
    call.speak(voiceThenSilence(0.1, 0));
    await call.stream.flush();
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-1600', 'audio 1600-5600']);
  });

  it('[RT38] analyzes the last audio on finish and accepts none after it', async () => {
    const call = open();
    call.speak(voiceThenSilence(0.3, 0));
    await call.stream.finish();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-4800']);
    expect(call.results[1]!.vadEvents.map(({ kind }) => kind)).toContain('end');
  });

  it('ends speech on finish even if nothing was buffered', async () => {
    const call = open();
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.finish();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-8000', 'audio 8000-8000']);
    expect(call.results[2]!.vadEvents.map(({ kind }) => kind)).toEqual(['end']);
  });

  it('[RT26] keeps the state of two channels apart', async () => {
    const call = open({ channels: [PCM, PCM] });
    call.speak(voiceThenSilence(1, 0), 0);
    call.speak(new Int16Array(16_000), 1);
    await call.stream.finish();
    const [first, second] = [0, 1].map((channel) =>
      call.results.filter((result) => result.channel === channel),
    );
    expect(first!.some(({ speech }) => speech)).toBe(true);
    expect(second!.some(({ speech, emotion }) => speech || emotion !== undefined)).toBe(false);
  });

  it('[RT22] moves the clock over a declared gap, after what came before it', async () => {
    const call = open();
    call.speak(voiceThenSilence(0.1, 0));
    call.stream.gap(0, 1_600, 32_000);
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-1600', 'gap 1600-33600', 'audio 33600-37600']);
    expect(call.results[2]!.startMs).toBe(2_100);
  });

  it('treats a jump ahead as a gap, and refuses past samples and half samples', async () => {
    const call = open();
    call.stream.push(0, 800, new Uint8Array(8_000));
    await call.stream.flush();
    expect(call.spans()).toEqual(['gap 0-800', 'audio 800-4800']);
    expect(() => call.stream.push(0, 0, new Uint8Array(2))).toThrow(
      expect.objectContaining({ code: 'bad_span' }),
    );
    expect(() => call.stream.push(0, 4_800, new Uint8Array(3))).toThrow(
      expect.objectContaining({ code: 'bad_span' }),
    );
    expect(() => call.stream.push(1, 0, new Uint8Array(2))).toThrow(
      expect.objectContaining({ code: 'bad_span' }),
    );
  });

  it('[RT17] never shows a worker the audio of a channel that must not be analyzed', async () => {
    const call = open({ channels: [{ ...PCM, analyse: false }] });
    call.speak(voiceThenSilence(0.08, 0));
    expect(call.results).toEqual([]);
    await call.stream.finish();
    expect(call.spans()).toEqual(['excluded 0-640', 'excluded 640-1280']);
    expect(call.results[0]!.prosody).toBeUndefined();
    expect(workers[0]!.received).not.toContain('chunk');
  });

  it('continues where an earlier process stopped', async () => {
    const call = open({ channels: [{ ...PCM, firstSample: 160_000 }] });
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 160000-164000', 'audio 164000-168000']);
    expect(call.results.flatMap(({ vadEvents }) => vadEvents)[0]!.atMs).toBeGreaterThan(10_000);
  });

  it('applies a new interval and new features from the next chunk on', async () => {
    const call = open();
    call.speak(voiceThenSilence(0.25, 0));
    call.stream.update({ intervalMs: 500, features: ['prosody'] });
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-12000']);
    expect(model.batches.length).toBeLessThanOrEqual(1);
  });

  it('[RT23] ends a stream whose samples are not finite', async () => {
    const call = open({ channels: [{ ...PCM, encoding: 'pcm_f32le' }] });
    call.stream.push(0, 0, bytesOf(new Float32Array(4_000).fill(NaN)));
    await call.stream.flush();
    expect(call.faults).toMatchObject([{ kind: 'fatal', code: 'undecodable_audio', channel: 0 }]);
    expect(() => call.stream.push(0, 4_000, new Uint8Array(2))).toThrow(
      expect.objectContaining({ code: 'closed' }),
    );
  });

  it('reports audio on which the model failed, and gives no emotion for it', async () => {
    model.failWhen(() => 'nan');
    const call = open();
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.faults).toMatchObject([{ kind: 'degraded', reason: 'model_failed', channel: 0 }]);
    expect(call.results[0]).toMatchObject({ modelFault: 'non_finite' });
    expect(call.results[0]!.emotion).toBeUndefined();
  });

  it('tells the operator what the model threw', async () => {
    await pool.close();
    const onTrouble = vi.fn();
    await startPool({ onTrouble });
    model.failWhen(() => 'throw');
    const call = open();
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.flush();
    expect(call.results[0]).toMatchObject({ modelFault: 'threw' });
    // Once, though the model failed on two spans.
    expect(onTrouble.mock.calls).toEqual([[{ kind: 'model_failed', cause: 'the model threw' }]]);
  });

  it('calls no listener after close', async () => {
    const call = open();
    call.speak(voiceThenSilence(0.5, 0));
    const flushed = call.stream.flush();
    call.stream.close();
    await flushed;
    await turns();
    expect(call.results).toEqual([]);
    expect(pool.stats()).toMatchObject({ streams: 0, outstandingChunks: 0 });
  });
});

describe('scheduling', () => {
  it('opens a stream on the worker with the fewest streams and keeps it there', async () => {
    await pool.close();
    workers = [];
    await startPool({ workers: 2 });
    for (let i = 0; i < 4; i++) open();
    expect(workers.map(({ received }) => received.length)).toEqual([2, 2]);
  });

  it('measures how long audio waited and how long its processing took', async () => {
    const call = open();
    workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    clock.advance(40);
    workers[0]!.go();
    await call.stream.flush();
    expect(call.results[0]!.timing).toMatchObject({ totalMs: 40, queueMs: 40, inferenceMs: 0 });
  });

  it('reports once that results are late, and once that they are on time again', async () => {
    const call = open();
    workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    clock.advance(2_000);
    expect(call.faults).toMatchObject([{ kind: 'behind' }]);
    workers[0]!.go();
    await call.stream.flush();
    clock.advance(500);
    expect(call.faults.map(({ kind }) => kind)).toEqual(['behind', 'caught_up']);
  });

  it('ends a stream when its results are 10 s late', async () => {
    await pool.close();
    await startPool({ hangMs: 60_000 });
    const call = open();
    workers.at(-1)!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    clock.advance(11_000);
    await call.stream.flush();
    expect(call.faults.at(-1)).toMatchObject({ kind: 'fatal', code: 'overloaded' });
  });

  it('refuses new streams while admitted streams wait', () => {
    const call = open();
    workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    clock.advance(800);
    expect(() => open()).toThrow(expect.objectContaining({ code: 'overloaded', retryable: true }));
    expect(pool.stats().admission).toBe('busy');
  });

  it('refuses an invalid stream specification', () => {
    expect(() => open({ channels: [] })).toThrow(expect.objectContaining({ code: 'bad_spec' }));
    expect(() => open({ intervalMs: NaN })).toThrow(expect.objectContaining({ code: 'bad_spec' }));
    expect(() => open({ channels: [{ ...PCM, sampleRate: 4e9 }] })).toThrow(
      expect.objectContaining({ code: 'bad_spec' }),
    );
  });
});

describe('a worker that dies or hangs', () => {
  it('is started again, and its unanswered audio is analyzed by the next one', async () => {
    await pool.close();
    workers = [];
    const onTrouble = vi.fn();
    await startPool({ onTrouble });
    const call = open();
    workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.5, 0));
    workers[0]!.die('out of memory');
    clock.advance(1);
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-8000']);
    expect(call.faults).toMatchObject([{ kind: 'degraded', reason: 'worker_restarted' }]);
    expect(call.faults[0]).toHaveProperty('message', expect.stringContaining('out of memory'));
    expect(onTrouble.mock.calls).toEqual([[{ kind: 'worker_died', cause: 'out of memory' }]]);
    expect(pool.stats().restarts).toBe(1);
  });

  it('makes audio count as lost when two workers died on it, and analysis continues after it', async () => {
    const call = open();
    workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    workers[0]!.die('first');
    clock.advance(1);
    workers[1]!.die('second');
    clock.advance(300);
    await turns();
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['lost 0-4000', 'audio 4000-8000']);
  });

  it('is killed when it does not answer in time', async () => {
    const call = open();
    workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    clock.advance(5_600);
    expect(workers[0]!.alive).toBe(false);
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4000']);
  });

  it('is not killed when the whole process was stopped', () => {
    const call = open();
    workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    clock.freeze(60_000);
    expect(workers[0]!.alive).toBe(true);
    expect(call.faults).toEqual([]);
  });

  it('ends its streams when no worker stays alive, and serves new streams when one runs again', async () => {
    const call = open();
    for (let i = 0; i < 5; i++) {
      workers.at(-1)!.die('crash');
      clock.advance(5_000);
    }
    expect(call.faults.at(-1)).toMatchObject({ kind: 'fatal', code: 'inference_failed' });
    await turns();
    const next = open();
    next.speak(voiceThenSilence(0.25, 0));
    await next.stream.flush();
    expect(next.results).toHaveLength(1);
  });

  it('is not used while it is down', async () => {
    workers[0]!.die('crash');
    expect(() => open()).toThrow(expect.objectContaining({ code: 'model_unavailable', retryable: true }));
    clock.advance(1);
    await turns(1);
    expect(open().stream.nextSample(0)).toBe(0);
  });
});

describe('the pool as a whole', () => {
  it('knows the model once a worker is ready', () => {
    expect(pool.model()).toMatchObject({ id: model.metadata.id, version: model.metadata.version });
  });

  it('accepts no streams after close and stops its workers', async () => {
    const call = open();
    await Promise.all([pool.close(), pool.close()]);
    expect(workers[0]!.alive).toBe(false);
    expect(() => open()).toThrow(expect.objectContaining({ code: 'closed' }));
    expect(() => call.stream.nextSample(0)).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  it('asks a worker that is still loading to end, because killing a thread inside the runtime ends the process', async () => {
    const loading = new InProcessWorker(model, clock.now);
    const kill = vi.spyOn(loading, 'kill');
    const early = createInferencePool({ workers: 1, clock, spawn: () => loading });
    early.ready().catch(() => undefined);
    await early.close();
    expect(loading.alive).toBe(false);
    expect(kill).not.toHaveBeenCalled();
  });
});

describe('recordings', () => {
  it('do not count for lateness, so live streams are admitted beside them', async () => {
    const file = open({ kind: 'file' });
    workers[0]!.stalled = true;
    file.speak(voiceThenSilence(1, 0, 3));
    clock.advance(3_000);
    expect(pool.stats()).toMatchObject({ admission: 'ok', oldestMs: 0, outstandingChunks: 4 });
    expect(() => open()).not.toThrow();
    workers[0]!.go();
    await file.stream.finish();
    expect(file.faults).toEqual([]);
    expect(file.results.at(-1)?.wholeProsody).toBeDefined();
  });
});
