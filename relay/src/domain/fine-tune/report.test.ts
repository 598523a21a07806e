import type { Evaluation, Score } from '@undertone/fine-tune';
import { describe, expect, it } from 'vitest';
import { reportOf, reportSchema } from './report.js';
import type { FineTuneSample } from './samples/sample.js';

const score: Score = {
  averageRecall: 0.5,
  recalls: [],
  confusion: [],
  calibrationError: 0,
  calibration: [],
};
const comparison = { base: score, tuned: score, gain: 0, gainInterval: { low: 0, high: 0 } };
const evaluation: Evaluation = {
  main: { ...comparison, grouping: 'sample', folds: 2, tellsApart: true },
  other: undefined,
  baseSet: undefined,
  better: false,
};
const live = { means: [], line: { precision: [], weighted: [] }, calibration: 1 };
const ready = (label: string, position: number): FineTuneSample => ({
  id: String(position),
  position,
  label,
  speaker: undefined,
  state: { kind: 'ready', heard: { seconds: 2, digest: '', readings: { live: [] } } },
});

describe('the report of a training', () => {
  it('counts samples of every label, also of one that every object has a field of', () => {
    const labels = ['constructor', 'toString', 'constructor', '__proto__', 'angry'];
    const trained = { labels: [], artifact: { heads: { live } }, trained: {} };

    const report = reportOf(labels.map(ready), trained, { full: evaluation });
    expect(report.samples).toMatchObject({ used: 5, refused: 0, seconds: 10 });
    expect(Object.entries(report.samples.by_label)).toEqual([
      ['constructor', 2],
      ['toString', 1],
      ['__proto__', 1],
      ['angry', 1],
    ]);
    expect(reportSchema.safeParse(report).success).toBe(true);
  });
});
