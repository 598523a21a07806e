import { type PackedBaseline, unpackBaseline } from '@undertone/model';
import { type EmotionModel, type FullReader, loadFullReader, loadModel } from '@undertone/model/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EarBench,
  type EarStream,
  hearAll,
  SPANS,
  twoUtterances as call,
  utterancesOf,
} from '../testing/ear-bench.js';
import { FULL_READER_PATH, LIVE_READER_PATH } from '../testing/fake-model.js';
import { voiceThenSilence } from '../testing/voice.js';
import type { SpanFindings } from '../worker/messages.js';
import { WorkerCore } from '../worker/worker-core.js';
import { type EarReaders, earReaders } from './readers.js';

let live: EmotionModel;
let full: FullReader;
let readers: EarReaders;
beforeAll(async () => {
  [live, full] = await Promise.all([loadModel(LIVE_READER_PATH), loadFullReader(FULL_READER_PATH)]);
  readers = earReaders(live, full);
});
afterAll(() => Promise.all([live.dispose(), full.dispose()]));

const secondsIn = (known: PackedBaseline | undefined): number | undefined =>
  known && unpackBaseline(known).lineSeconds;

const hear = (samples: Int16Array, piece = SPANS, more: EarStream = {}): Promise<SpanFindings[]> =>
  hearAll(readers, samples, piece, more);
const tone = (hz: number, seconds: number, level: (t: number) => number = () => 1): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * 16_000) }, (_, i) => {
    const t = i / 16_000;
    return Math.round(5_000 * level(t) * Math.sin(2 * Math.PI * hz * t));
  });
const lastTold = (findings: readonly SpanFindings[]) =>
  findings.flatMap(({ emotion }) => emotion ?? []).at(-1) ?? expect.fail('no emotion');

describe('a worker with the readers', () => {
  it('gives the same last reading and the same utterances however the audio was cut', async () => {
    const whole = await hear(call, 4_000);
    const last = lastTold(whole);
    for (const piece of [800, 8_000]) {
      const cut = await hear(call, piece);
      expect(lastTold(cut).probabilities).toEqual(last.probabilities);
      expect(utterancesOf(cut).map(({ emotion }) => emotion.probabilities)).toEqual(
        utterancesOf(whole).map(({ emotion }) => emotion.probabilities),
      );
    }
  });

  it('reads every utterance again whole, and knows the line better each time', async () => {
    const utterances = utterancesOf(await hear(call));
    expect(utterances).toHaveLength(2);
    const [first, second] = utterances.map(({ baseline }) => baseline);
    expect(first).toEqual({ lineSeconds: 0, voiceSeconds: 0 });
    expect(second?.lineSeconds).toBeGreaterThan(2);
    expect(second?.voiceSeconds).toBe(second?.lineSeconds);
  });

  it('hears what is said right after a beep as if there had been none', async () => {
    const pause = new Int16Array(1_600);
    const voice = voiceThenSilence(2.5, 1.5, 3);
    const after = await hear(Int16Array.from([...pause, ...tone(1_000, 0.4), ...pause, ...voice]));
    const alone = await hear(Int16Array.from([...pause, ...voice]));
    const emotions = (findings: readonly SpanFindings[]) =>
      utterancesOf(findings).map(({ emotion }) => emotion.probabilities);
    expect(emotions(after)).toHaveLength(1);
    expect(emotions(after)[0]?.neutral).toBeCloseTo(emotions(alone)[0]?.neutral ?? NaN, 1);
    expect(lastTold(after).probabilities.neutral).toBeCloseTo(lastTold(alone).probabilities.neutral, 1);
    const learned = (findings: readonly SpanFindings[]) =>
      findings.flatMap((each) => each.learned ?? []).at(-1);
    expect(secondsIn(learned(after)?.live)).toBeCloseTo(secondsIn(learned(alone)?.live) ?? NaN, 0);
  });

  it('learns nothing about the line from a ring that the reader takes for speech', async () => {
    // Japan's: 400 Hz that swells sixteen times a second (ITU-T E.180, supplement 2).
    const ring = tone(400, 1, (t) => 0.5 + 0.5 * Math.sin(2 * Math.PI * 16 * t));
    const quiet = new Int16Array(32_000);
    const findings = await hear(Int16Array.from([...ring, ...quiet, ...ring, ...quiet, ...ring, ...quiet]));
    expect(findings.some(({ vadEvents }) => vadEvents.length > 0)).toBe(true);
    expect(findings.flatMap(({ learned }) => learned ?? [])).toEqual([]);
    expect(utterancesOf(findings)).toEqual([]);
  });

  it('[RT123] learns how often both readers tell the same, from every utterance that both have heard', async () => {
    const learned = (await hear(call)).flatMap((findings) => findings.learned ?? []).at(-1);
    const counts = [learned?.live, learned?.full].map((known) => {
      const { clips, agreed, confidence } = (known && unpackBaseline(known).compared) ?? expect.fail();
      return [clips, agreed, confidence].map((sums) => sums.reduce((sum, value) => sum + value, 0));
    });
    const [ofLive, ofFull] = counts;
    expect(ofLive?.[0]).toBe(2);
    expect(ofFull?.slice(0, 2)).toEqual(ofLive?.slice(0, 2));
    for (const [, agreed = NaN, sure = NaN] of counts) {
      expect([0, 1, 2]).toContain(agreed);
      expect(sure).toBeGreaterThan(2 / live.metadata.classes.length);
      expect(sure).toBeLessThan(2);
    }
  });

  it('[RT123] tells a live call’s first two utterances the same whether the full reader had time for them or not', async () => {
    const shown = async (heardBy: EarReaders): Promise<unknown[]> => {
      const bench = new EarBench(heardBy);
      bench.open(1, 'live');
      // In real time: the full reader reads the first utterance before the second one begins.
      for (let from = 0; from < call.length; from += SPANS) {
        bench.sendPiece(1, call, from);
        await bench.idle();
      }
      return (await bench.findings(1)).map(({ emotion }) => emotion);
    };
    expect(await shown(earReaders(live))).toEqual(await shown(readers));
  });

  it('answers every span where what was heard cannot be judged', async () => {
    const { heads, ...rest } = readers.live.classifier;
    const [shared, ...others] = heads;
    const broken = {
      ...rest,
      heads: [{ ...shared, calibration: NaN }, ...others],
    } as typeof readers.live.classifier;
    const findings = await hearAll({ live: { ...readers.live, classifier: broken } }, call, SPANS);
    expect(findings).toHaveLength((await hear(call)).length);
    expect(findings.map(({ modelFault }) => modelFault)).toContain('threw');
    expect(findings.flatMap(({ emotion }) => emotion ?? [])).toEqual([]);
  });

  it('begins with what an earlier call taught', async () => {
    const learned = (await hear(call)).flatMap((findings) => findings.learned ?? []).at(-1);
    const [first] = utterancesOf(await hear(call, SPANS, learned === undefined ? {} : { known: [learned] }));
    expect(first?.baseline.lineSeconds).toBeCloseTo(secondsIn(learned?.full) ?? NaN);
  });

  it('[RT119] learns each channel as a microphone of its own: another channel changes nothing', async () => {
    const alone = await hear(call);
    const bench = new EarBench(readers);
    bench.open(1, 'file', {}, 2);
    bench.send(1, call);
    bench.send(
      1,
      voiceThenSilence(6, 1, 9).map((sample) => sample / 5),
      SPANS,
      1,
    );
    const beside = await bench.findings(1);
    const known = (findings: readonly SpanFindings[]) =>
      utterancesOf(findings).map(({ baseline }) => baseline);
    expect(known(beside)).toEqual(known(alone));
    expect(utterancesOf(beside).map(({ emotion }) => emotion.probabilities)).toEqual(
      utterancesOf(alone).map(({ emotion }) => emotion.probabilities),
    );
    const learned = (findings: readonly SpanFindings[]) =>
      findings.flatMap((each) => each.learned ?? []).at(-1);
    expect(learned(beside)?.full).toEqual(learned(alone)?.full);
    expect(secondsIn(learned(await bench.findings(1, 1))?.live)).toBeGreaterThan(5);
  });

  it('keeps the streams of a batch separate', async () => {
    const alone = await hear(call);
    const bench = new EarBench(readers);
    for (const stream of [1, 2, 3]) bench.open(stream, 'live');
    const other = voiceThenSilence(3, 0.5, 9).map((sample) => sample / 5);
    bench.send(2, other);
    bench.send(1, call);
    bench.send(3, other);
    const together = await bench.findings(1);
    const shown = (findings: readonly SpanFindings[]) =>
      findings.flatMap(({ emotion }) => (emotion === undefined ? [] : [emotion.probabilities.neutral]));
    const [a, b] = [shown(alone), shown(together)];
    expect(b).toHaveLength(a.length);
    // Batches are rounded to 8 bits alike, so a neighbor moves a probability by a rounding at most.
    b.forEach((value, index) => expect(Math.abs(value - (a[index] ?? NaN))).toBeLessThan(0.02));
  });

  it.each([1, 2, 3, 5, 8])(
    'leaves nothing of a stream that is closed while it is heard, after %i turns, to the next one',
    async (turns) => {
      const alone = await hear(call);
      const bench = new EarBench(readers);
      bench.open(1, 'file');
      bench.send(1, voiceThenSilence(6, 1, 9));
      for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve));
      bench.close(1);
      bench.open(2, 'file');
      bench.send(2, call);
      const next = await bench.findings(2);
      expect(next.map(({ emotion }) => emotion)).toEqual(alone.map(({ emotion }) => emotion));
      expect(utterancesOf(next)).toEqual(utterancesOf(alone));
    },
  );

  it('hears a recording the same, to the bit, whether its spans come together or one after the other', async () => {
    const together = await hear(call);
    const bench = new EarBench(readers);
    bench.open(1, 'file');
    for (let from = 0; from < call.length; from += SPANS) {
      bench.sendPiece(1, call, from);
      await bench.idle();
    }
    const apart = await bench.findings(1);
    expect(apart).toEqual(together);
  });

  it('hears live spans that come meanwhile before the rest of a recording', async () => {
    const bench = new EarBench(readers);
    bench.open(1, 'file');
    bench.open(2, 'live');
    bench.send(1, call);
    const whole = bench.findings(1);
    // The recording's first spans are being heard.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    bench.sendPiece(2, call, 0);
    await whole;
    expect(bench.order[0]).toBe(2);
    expect(await whole).toEqual(await hear(call));
  });

  it('hears live spans that come while those of a recording are measured', async () => {
    let turns = 0;
    const order: number[] = [];
    const core = new WorkerCore(
      { readers },
      (answers) => order.push(...answers.map(({ stream }) => stream)),
      {
        now: () => 0,
        yieldTurn: () => {
          // The first turn comes before all spans, the second one after four of the recording's.
          if (++turns === 2) chunk(2, 0);
          return Promise.resolve();
        },
      },
    );
    const chunk = (stream: number, id: number): void =>
      core.receive({
        kind: 'chunk',
        stream,
        channel: 0,
        id,
        payload: new Uint8Array(2 * SPANS),
        final: false,
      });
    for (const [stream, priority] of [
      [1, 'file'],
      [2, 'live'],
    ] as const) {
      const channels = [{ encoding: 'pcm_s16le' as const, sampleRate: 16_000, startMs: 0 }];
      core.receive({ kind: 'open', stream, channels, model: true, priority });
    }
    for (let id = 0; id < 6; id++) chunk(1, id);
    await core.idle();
    expect(order).toEqual([2, 1, 1, 1, 1, 1, 1]);
  });

  it('tells an utterance of a recording with the span in which it ended', async () => {
    const findings = await hear(call);
    const ended = findings.flatMap(({ vadEvents }, n) =>
      vadEvents.some(({ kind }) => kind === 'end') ? n : [],
    );
    expect(findings.flatMap(({ utterance }, n) => (utterance === undefined ? [] : n))).toEqual(ended);
  });

  it('tells the last words of a live stream with its last span', async () => {
    const bench = new EarBench(readers);
    bench.open(1, 'live');
    bench.send(1, voiceThenSilence(2.5, 0, 3));
    const findings = await bench.findings(1);
    expect(findings.map(({ utterance }) => utterance !== undefined)).toEqual([
      ...findings.slice(1).map(() => false),
      true,
    ]);
  });

  it('reads no utterance of a recording that was closed while it was heard', async () => {
    let read = 0;
    const counted = earReaders(live, {
      metadata: full.metadata,
      read: (samples) => {
        read++;
        // Its sender has gone while the first of two utterances is read.
        bench.close(1);
        return full.read(samples);
      },
    });
    const bench = new EarBench(counted);
    bench.open(1, 'file');
    bench.send(1, call, 8_000);
    await bench.idle();
    expect(read).toBe(1);
  });

  it('has a first reading within 700 ms of speech', async () => {
    const findings = await hear(call, 1_600);
    const first = findings.findIndex(
      ({ emotion, notSpeech }) => emotion !== undefined || notSpeech !== undefined,
    );
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThan(7);
  });
});
