import { loadModel, type EmotionModel } from '@undertone/model/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpanAnswer, SpanFindings } from './messages.js';
import type { Model } from './model-runner.js';
import type { WireEncoding } from '@undertone/protocol';
import type { StreamKind } from './messages.js';
import { FakeModel, SHIPPED_MODEL_PATH } from '../testing/fake-model.js';
import { bytesOf, voiceThenSilence } from '../testing/voice.js';
import { WorkerCore } from './worker-core.js';

/** A core, its answers, and short names for the messages to it. */
class Bench {
  readonly answers: SpanAnswer[] = [];
  readonly core: WorkerCore;
  private id = 0;

  constructor(model: Model, batch?: number) {
    this.core = new WorkerCore({ model }, (answers) => this.answers.push(...answers), {
      now: () => 0,
      yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
      ...(batch === undefined ? {} : { batch }),
    });
  }

  open(
    stream: number,
    channels: { encoding: WireEncoding; sampleRate: number }[],
    model = true,
    priority: StreamKind = 'live',
  ): void {
    const setups = channels.map((channel) => ({ ...channel, startMs: 0 }));
    this.core.receive({ kind: 'open', stream, channels: setups, model, priority });
  }

  chunk(stream: number, channel: number, payload: Uint8Array, final = false): void {
    this.core.receive({ kind: 'chunk', stream, channel, id: ++this.id, payload: payload.slice(), final });
  }

  gap(stream: number, channel: number, durationMs: number): void {
    this.core.receive({ kind: 'gap', stream, channel, id: ++this.id, durationMs });
  }

  /** Sends 16-bit audio of one channel in pieces of the given lengths, repeated. The last piece is final. */
  async stream(number: number, samples: Int16Array, pieces: readonly number[]): Promise<SpanFindings[]> {
    for (let from = 0, turn = 0; from < samples.length; turn++) {
      const to = Math.min(samples.length, from + (pieces[turn % pieces.length] ?? samples.length));
      this.chunk(number, 0, bytesOf(samples.slice(from, to)), to === samples.length);
      from = to;
    }
    await this.core.idle();
    return this.findings(number);
  }

  findings(stream: number, channel = 0): SpanFindings[] {
    return this.answers.flatMap((answer) =>
      answer.stream === stream && answer.channel === channel && answer.kind === 'analyzed'
        ? [answer.findings]
        : [],
    );
  }
}

const PCM = { encoding: 'pcm_s16le', sampleRate: 16_000 } as const;
const last = <T>(items: readonly T[]): T => items.at(-1)!;

let shipped: EmotionModel;
beforeAll(async () => {
  shipped = await loadModel(SHIPPED_MODEL_PATH);
});
afterAll(() => shipped.dispose());

describe('a worker with the shipped model', () => {
  it('gives the same last result however the audio was cut into chunks', async () => {
    const samples = voiceThenSilence(2.13, 0, 3);
    const ends: SpanFindings[] = [];
    for (const pieces of [[4_000], [8_000], [640, 3_200, 1_111]]) {
      const bench = new Bench(shipped);
      bench.open(1, [PCM]);
      ends.push(last(await bench.stream(1, samples, pieces)));
    }
    for (const end of ends) {
      expect(end.dimensions!.valence).toBeCloseTo(ends[0]!.dimensions!.valence, 4);
      expect(end.dimensions!.arousal).toBeCloseTo(ends[0]!.dimensions!.arousal, 4);
      expect(end.emotion!.probabilities.angry).toBeCloseTo(ends[0]!.emotion!.probabilities.angry, 4);
      expect(end.prosody).toEqual(ends[0]!.prosody);
    }
  });

  it('hears a voice on the offset of a sound card as without it', async () => {
    const samples = new Int16Array(64_000);
    samples.set(voiceThenSilence(2, 1, 3), 16_000);
    const ends: SpanFindings[] = [];
    for (const offset of [0, 3_000]) {
      const bench = new Bench(shipped);
      bench.open(1, [PCM]);
      ends.push(
        last(
          await bench.stream(
            1,
            samples.map((sample) => sample * 0.8 + offset),
            [4_000],
          ),
        ),
      );
    }
    const [without, on] = ends as [SpanFindings, SpanFindings];
    expect(on.dimensions!.valence).toBeCloseTo(without.dimensions!.valence, 1);
    expect(on.dimensions!.arousal).toBeCloseTo(without.dimensions!.arousal, 1);
    expect(on.quality.clipping).toBe(without.quality.clipping);
    expect(on.levels.rmsDb, 'the silence at its end is told as such').toBeLessThan(-65);
  });

  it('[RT28] gives fourteen probabilities that sum to 1', async () => {
    const bench = new Bench(shipped);
    bench.open(1, [PCM]);
    const { emotion } = last(await bench.stream(1, voiceThenSilence(1, 0), [4_000]));
    const probabilities = Object.values(emotion!.probabilities);
    expect(probabilities).toHaveLength(14);
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
  });

  it('gives the probability that the sound is not speech with each reading', async () => {
    const bench = new Bench(shipped);
    bench.open(1, [PCM]);
    const { quality } = last(await bench.stream(1, voiceThenSilence(2, 0), [4_000]));
    expect(quality.outOfDomain).toBeGreaterThanOrEqual(0);
    expect(quality.outOfDomain).toBeLessThan(0.86);
  });

  it('[RT26] gives the same results for a stream alone and in a batch with others', async () => {
    const voices = [1, 2, 3, 4, 5].map((seed) => voiceThenSilence(1, 0, seed));
    const together = new Bench(shipped);
    voices.forEach((_, i) => together.open(i, [PCM]));
    for (let from = 0; from < 16_000; from += 4_000) {
      voices.forEach((voice, i) => together.chunk(i, 0, bytesOf(voice.slice(from, from + 4_000))));
    }
    await together.core.idle();
    for (const [i, voice] of voices.entries()) {
      const alone = new Bench(shipped);
      alone.open(i, [PCM]);
      await alone.stream(i, voice, [4_000]);
      const own = last(together.findings(i)).dimensions!;
      expect(own.arousal).toBeCloseTo(last(alone.findings(i)).dimensions!.arousal, 4);
      expect(own.valence).toBeCloseTo(last(alone.findings(i)).dimensions!.valence, 4);
    }
  });
});

describe('a channel that goes on from another worker', () => {
  /** The findings of its second second, of which the first 200 ms are the tail of a word without a voice. */
  const goneOn = async (speaking: boolean): Promise<SpanFindings[]> => {
    const bench = new Bench(shipped);
    const channel = { ...PCM, startMs: 1_000, noiseDb: -80, speaking };
    bench.core.receive({ kind: 'open', stream: 1, channels: [channel], model: true, priority: 'live' });
    const tail = Int16Array.from({ length: 16_000 }, (_, n) =>
      n < 3_200 ? 300 * Math.sin(n * n * 0.37) : Math.sin(n * n),
    );
    return bench.stream(1, tail, [8_000]);
  };

  it('hears the rest of a word that was under way, and its end', async () => {
    const [first, second] = await goneOn(true);
    expect(first!.speechMs).toBeGreaterThan(200);
    expect(first!.emotion ?? first!.notSpeech).toBeDefined();
    const changes = [...first!.vadEvents, ...second!.vadEvents];
    expect(changes.map(({ kind }) => kind)).toEqual(['end']);
    expect(changes[0]!.atMs).toBeGreaterThanOrEqual(1_180);
    expect(changes[0]!.atMs).toBeLessThan(1_260);
  });

  it('hears no speech in the same sound where none was', async () => {
    const [first, second] = await goneOn(false);
    expect([first!.speechMs, second!.speechMs, first!.emotion]).toEqual([0, 0, undefined]);
    expect([...first!.vadEvents, ...second!.vadEvents]).toEqual([]);
  });
});

describe('a worker core', () => {
  it('finds the speech of a voice, with its start and end on the audio clock', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [PCM]);
    const samples = new Int16Array(16_000 * 4);
    samples.set(voiceThenSilence(1.5, 0), 16_000);
    const findings = await bench.stream(1, samples, [4_000]);
    const events = findings.flatMap(({ vadEvents }) => vadEvents);
    expect(events.map(({ kind }) => kind)).toEqual(['start', 'end']);
    expect(events[0]!.atMs).toBeGreaterThan(950);
    expect(events[0]!.atMs).toBeLessThan(1_150);
    expect(events[1]!.atMs).toBeGreaterThan(2_300);
    expect(events[1]!.atMs).toBeLessThan(2_600);
    expect(findings[1]!.speechMs).toBe(0);
    expect(findings[7]!.speechMs).toBeGreaterThan(200);
    expect(last(findings).speechMs).toBe(0);
  });

  it('gives no emotion before the first speech', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [PCM]);
    const findings = await bench.stream(1, new Int16Array(16_000), [4_000]);
    expect(findings).toHaveLength(4);
    expect(
      findings.every(({ emotion, dimensions }) => emotion === undefined && dimensions === undefined),
    ).toBe(true);
    expect(findings[3]!.levels.rmsDb).toBe(-100);
  });

  it('starts each stretch of speech with a fresh state, and skips the silence between', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [PCM]);
    const samples = new Int16Array(16_000 * 9);
    const voice = voiceThenSilence(2, 0);
    samples.set(voice, 16_000);
    samples.set(voice, 16_000 * 6);
    const findings = await bench.stream(1, samples, [4_000]);
    const evidence = findings.map(({ emotion }) => emotion?.evidenceMs ?? 0);
    // The first stretch has 2 s of voice, its lead, the 300 ms that voice activity waits, and 200 ms of silence.
    expect(evidence[18]).toBeGreaterThan(2_400);
    expect(evidence[18]).toBeLessThan(2_800);
    expect(evidence[23]).toBe(evidence[18]);
    expect(evidence[25]).toBeLessThan(700);
    expect(evidence[31]).toBeGreaterThan(1_700);
  });

  it('[RT38] analyzes the last samples too, padded to a whole block', async () => {
    const model = new FakeModel();
    const bench = new Bench(model);
    bench.open(1, [PCM]);
    const findings = await bench.stream(1, voiceThenSilence(1.01, 0), [4_000]);
    // 1.01 s are 20.2 blocks of 50 ms, so 21 with the last one padded.
    expect(last(findings).dimensions!.arousal).toBeCloseTo(0.021, 6);
  });

  it('runs the model once for the chunks of several streams that wait together', async () => {
    const model = new FakeModel();
    const bench = new Bench(model);
    for (let i = 0; i < 3; i++) bench.open(i, [PCM, PCM]);
    for (let i = 0; i < 3; i++) {
      bench.chunk(i, 0, bytesOf(voiceThenSilence(0.25, 0, i + 1)));
      bench.chunk(i, 1, bytesOf(voiceThenSilence(0.25, 0, i + 7)));
    }
    await bench.core.idle();
    expect(model.batches).toEqual([6]);
    expect(bench.answers).toHaveLength(6);
  });

  it('answers the spans of a channel in order, even if they wait together', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [PCM]);
    for (let i = 0; i < 4; i++) bench.chunk(1, 0, bytesOf(voiceThenSilence(0.25, 0)));
    bench.gap(1, 0, 700);
    await bench.core.idle();
    expect(bench.answers.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('[RT23] refuses samples that are not finite', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [{ encoding: 'pcm_f32le', sampleRate: 16_000 }]);
    bench.chunk(1, 0, bytesOf(Float32Array.of(0, NaN, 0)));
    await bench.core.idle();
    expect(bench.answers[0]!.kind).toBe('undecodable');
  });

  it('gives similar results for a voice at 8 kHz mu-law and at 48 kHz float', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [PCM]);
    bench.open(2, [{ encoding: 'pcm_f32le', sampleRate: 48_000 }]);
    bench.open(3, [{ encoding: 'mulaw', sampleRate: 8_000 }]);
    const tone = (rate: number) =>
      Float32Array.from({ length: 2 * rate }, (_, n) => {
        let sum = 0;
        for (let h = 1; h <= 8; h++) sum += Math.sin((2 * Math.PI * 150 * h * n) / rate) / h;
        return 0.2 * sum;
      });
    bench.chunk(1, 0, bytesOf(Int16Array.from(tone(16_000), (x) => x * 32_767).slice(0, 16_000)));
    bench.chunk(2, 0, bytesOf(tone(48_000).slice(0, 48_000)));
    bench.chunk(3, 0, Uint8Array.from(tone(8_000).slice(0, 8_000), encodeMulaw));
    await bench.core.idle();
    for (const stream of [1, 2, 3]) {
      expect(last(bench.findings(stream)).prosody.pitch.mean).toBeCloseTo(150, 0);
    }
    expect(last(bench.findings(3)).quality.narrowband).toBe(true);
  });

  it('bridges a short gap and ends the speech before a long one', async () => {
    const model = new FakeModel();
    const bench = new Bench(model);
    bench.open(1, [PCM]);
    bench.chunk(1, 0, bytesOf(voiceThenSilence(1, 0)));
    bench.gap(1, 0, 100);
    await bench.core.idle();
    expect(last(bench.answers)).toMatchObject({ kind: 'gap', vadEvents: [] });
    bench.gap(1, 0, 5_000);
    bench.chunk(1, 0, bytesOf(voiceThenSilence(1, 0)));
    await bench.core.idle();
    const gap = bench.answers[2]!;
    expect(gap.kind === 'gap' && gap.vadEvents.map(({ kind }) => kind)).toEqual(['end']);
    const start = bench.findings(1)[1]!.vadEvents[0]!;
    expect(start.kind).toBe('start');
    expect(start.atMs).toBeGreaterThan(6_100);
    expect(start.atMs).toBeLessThan(6_300);
  });

  it('does not run the model when no feature needs it', async () => {
    const model = new FakeModel();
    const bench = new Bench(model);
    bench.open(1, [PCM], false);
    const findings = await bench.stream(1, voiceThenSilence(1, 0), [4_000]);
    expect(model.batches).toEqual([]);
    expect(findings.every(({ emotion }) => emotion === undefined)).toBe(true);
    expect(last(findings).prosody.pitch.mean).toBeGreaterThan(100);
  });

  it('drops the waiting spans of a closed stream', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [PCM]);
    bench.chunk(1, 0, bytesOf(voiceThenSilence(0.25, 0)));
    bench.core.receive({ kind: 'close', stream: 1 });
    await bench.core.idle();
    expect(bench.answers).toEqual([]);
  });
});

describe('a model that fails is never read as an emotion', () => {
  const loud = (audio: Float32Array) => audio.some((sample) => sample > 0.9);

  it('reports a fault for the stream it threw on, and reads the others of the batch', async () => {
    const model = new FakeModel();
    model.failWhen((audio) => (loud(audio) ? 'throw' : undefined));
    const bench = new Bench(model);
    bench.open(1, [PCM]);
    bench.open(2, [PCM]);
    const voice = voiceThenSilence(0.5, 0);
    const spoiled = voice.slice();
    spoiled[100] = 32_767;
    bench.chunk(1, 0, bytesOf(spoiled));
    bench.chunk(2, 0, bytesOf(voice));
    await bench.core.idle();
    expect(bench.findings(1)[0]).toMatchObject({ modelFault: 'threw' });
    expect(bench.findings(1)[0]!.emotion).toBeUndefined();
    expect(bench.findings(2)[0]!.emotion).toBeDefined();
  });

  it('starts the channel with a fresh state after numbers that are not finite', async () => {
    const model = new FakeModel();
    let broken = true;
    model.failWhen(() => (broken ? 'nan' : undefined));
    const bench = new Bench(model);
    bench.open(1, [PCM]);
    bench.chunk(1, 0, bytesOf(voiceThenSilence(0.5, 0)));
    await bench.core.idle();
    broken = false;
    bench.chunk(1, 0, bytesOf(voiceThenSilence(0.5, 0)));
    await bench.core.idle();
    const [first, second] = bench.findings(1);
    expect(first).toMatchObject({ modelFault: 'non_finite' });
    expect(second!.modelFault).toBeUndefined();
    expect(second!.dimensions!.arousal).toBeCloseTo(0.01, 6);
  });
});

/** ITU-T G.711 µ-law compression by segment search, for test material. */
const encodeMulaw = (sample: number): number => {
  const magnitude = Math.min(8_158, Math.round(Math.abs(sample) * 8_192)) + 33;
  const exponent = Math.floor(Math.log2(magnitude)) - 5;
  const step = (magnitude >> (exponent + 1)) & 15;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | step) & 0xff;
};

describe('files beside live streams', () => {
  const chunkOf = (seconds: number) => bytesOf(voiceThenSilence(seconds, 0, 3));

  it('wait while a live chunk waits, and continue when none waits', async () => {
    const bench = new Bench(new FakeModel(), 2);
    bench.open(1, [PCM], true, 'file');
    bench.open(2, [PCM]);
    for (let i = 0; i < 3; i++) bench.chunk(1, 0, chunkOf(0.25));
    for (let i = 0; i < 3; i++) bench.chunk(2, 0, chunkOf(0.25));
    await bench.core.idle();
    expect(bench.answers.map(({ stream }) => stream)).toEqual([2, 2, 2, 1, 1, 1]);
  });

  it('give the prosody of the whole recording with the last chunk, unlike live streams', async () => {
    const bench = new Bench(new FakeModel());
    bench.open(1, [PCM], true, 'file');
    bench.open(2, [PCM]);
    const samples = voiceThenSilence(5, 0, 3);
    const [file, live] = [await bench.stream(1, samples, [4_000]), await bench.stream(2, samples, [4_000])];
    expect(file.map(({ wholeProsody }) => wholeProsody !== undefined)).toEqual([
      ...file.slice(1).map(() => false),
      true,
    ]);
    expect(live.every(({ wholeProsody }) => wholeProsody === undefined)).toBe(true);
    // All other findings are the same, because the path is the same.
    expect(file.map(({ wholeProsody, ...rest }) => [rest, wholeProsody === undefined][0])).toEqual(live);
    expect(last(file).wholeProsody?.pitch.mean).not.toEqual(last(live).prosody.pitch.mean);
  });
});
