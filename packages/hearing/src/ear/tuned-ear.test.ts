import { fitHead, readerBaseOf, type Tuning, tunedLabels } from '@undertone/fine-tune';
import { type EmotionModel, type FullReader, loadFullReader, loadModel } from '@undertone/model/node';
import { LABELS } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EarStream, hearAll, SPANS, twoUtterances, utterancesOf } from '../testing/ear-bench.js';
import { FULL_READER_PATH, LIVE_READER_PATH } from '../testing/fake-model.js';
import type { SpanFindings } from '../worker/messages.js';
import { type EarReaders, earReaders } from './readers.js';

let live: EmotionModel;
let full: FullReader;
let readers: EarReaders;
beforeAll(async () => {
  [live, full] = await Promise.all([loadModel(LIVE_READER_PATH), loadFullReader(FULL_READER_PATH)]);
  readers = earReaders(live, full);
});
afterAll(() => Promise.all([live.dispose(), full.dispose()]));

const hear = (more: EarStream = {}): Promise<SpanFindings[]> => hearAll(readers, twoUtterances, SPANS, more);

/** The base model under other names: `patient` in the place of neutral, and `fed up` of its own kind beside angry. */
const tuning = (): Tuning => {
  const { live: own } = readers;
  const classes = own.metadata.classes.map(({ name, labels }) => ({ name, label: labels[0]?.label ?? name }));
  const angry = classes.findIndex(({ name }) => name === 'angry');
  const labels = tunedLabels(
    [
      { name: 'patient', as: 'neutral' },
      { name: 'fed up', as: 'frustrated' },
    ],
    classes,
    own.classifier.heads[0].classes,
    () => angry,
  );
  const headOf = (classifier: typeof own.classifier) => ({
    ...fitHead(readerBaseOf(classifier), labels, [], 1),
    calibration: classifier.heads[0].calibration,
  });
  const { full: whole } = readers;
  const full = whole && headOf(whole.classifier);
  return { labels, heads: { live: headOf(own.classifier), ...(full !== undefined && { full }) } };
};

describe('a stream with a tuned model', () => {
  it('is judged by its heads, live and at the end of an utterance: own labels, and the classes they lack', async () => {
    const { labels, heads } = tuning();
    const findings = await hear({ tuning: { labels, heads } });
    const told = [...findings.filter(({ emotion }) => emotion !== undefined), ...utterancesOf(findings)];
    expect(told.length).toBeGreaterThan(4);
    for (const { emotion, tunedProbabilities = [] } of told) {
      expect(tunedProbabilities).toHaveLength(labels.length);
      expect(tunedProbabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6);
      const shown = emotion ?? expect.fail('no emotion');
      expect(LABELS.reduce((sum, label) => sum + shown.probabilities[label], 0)).toBeCloseTo(1, 6);
      // What is told as `frustrated` has the probability of `fed up` at least.
      expect(shown.probabilities.frustrated).toBeGreaterThanOrEqual((tunedProbabilities[1] ?? 1) - 1e-9);
    }
  });

  it('has the base model’s valence, arousal and dominance, and teaches the base model’s line', async () => {
    const [tuned, plain] = [await hear({ tuning: tuning() }), await hear()];
    expect(tuned.map(({ dimensions }) => dimensions)).toEqual(plain.map(({ dimensions }) => dimensions));
    expect(tuned.map(({ learned }) => learned)).toEqual(plain.map(({ learned }) => learned));
  });
});

describe('a stream that heads are to be trained on', () => {
  it('reports what each reader heard, and no other stream does', async () => {
    const findings = await hear({ embeddings: true });
    const { size } = readers.live.classifier.heads[0];
    const live = findings.flatMap(({ heard }) => heard ?? []);
    const whole = utterancesOf(findings).flatMap(({ heard }) => heard ?? []);
    expect(live.length).toBeGreaterThan(4);
    expect(whole).toHaveLength(2);
    for (const { embedding, seconds } of [...live, ...whole]) {
      expect(embedding).toHaveLength(size);
      expect(seconds).toBeGreaterThan(0);
    }
    const others = await hear();
    expect(others.some(({ heard, tunedProbabilities }) => heard ?? tunedProbabilities)).toBe(false);
    expect(utterancesOf(others).some(({ heard }) => heard)).toBe(false);
  });
});
