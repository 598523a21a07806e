import { describe, expect, it } from 'vitest';
import {
  averageRecall,
  calibrationBins,
  calibrationError,
  confusionOf,
  gainInterval,
  type Prediction,
  softmaxAt,
  wilsonInterval,
} from './metrics.js';
import { fitTemperature } from './calibration.js';
import { seededRandom } from './random.js';

const said = (truth: number, label: number, confidence = 0.8): Prediction => ({
  truth,
  probabilities: [0, 1].map((k) => (k === label ? confidence : 1 - confidence)),
});

describe('the figures for held-out examples', () => {
  it('average recall over labels, not over examples', () => {
    const predictions = [...Array.from({ length: 9 }, () => said(0, 0)), said(1, 0)];
    expect(confusionOf(predictions, 2)).toEqual([
      [9, 0],
      [1, 0],
    ]);
    expect(averageRecall(confusionOf(predictions, 2))).toBe(0.5);
  });

  it('include Wilson’s interval', () => {
    // Brown, Cai and DasGupta 2001: 4 of 20.
    const { low, high } = wilsonInterval(4, 20);
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.081', '0.416']);
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('measure how far confidence is from accuracy', () => {
    const predictions = [said(0, 0, 0.95), said(1, 0, 0.95), said(1, 1, 0.95), said(0, 1, 0.95)];
    expect(calibrationError(calibrationBins(predictions))).toBeCloseTo(0.45, 6);
    expect(calibrationError([])).toBe(0);
  });

  it('show confidence in ten bins, a certain reading in the last one', () => {
    const predictions = [said(0, 0, 0.55), said(1, 0, 0.55), said(0, 0, 0.95), said(0, 0, 1)];
    const bins = calibrationBins(predictions);
    expect(bins.map(({ count, accuracy }) => [count, accuracy])).toEqual([
      [2, 0.5],
      [2, 1],
    ]);
    expect(bins.map(({ confidence }) => confidence.toFixed(3))).toEqual(['0.550', '0.975']);
    // Sure readings that are right do not make up for the others.
    expect(calibrationError(bins)).toBeCloseTo(0.5 * 0.05 + 0.5 * 0.025, 9);
  });

  it('show no gain between two identical models', () => {
    const predictions = [said(0, 0), said(1, 0), said(0, 1), said(1, 1)];
    const groups = predictions.map((_, n) => `${n}`);
    const { gain, interval } = gainInterval(predictions, predictions, groups, 2, 0.9, seededRandom(1));
    expect([gain, interval]).toEqual([0, { low: 0, high: 0 }]);
  });

  it('include a fitted temperature close to the one that was used', () => {
    const random = seededRandom(5);
    const scored = Array.from({ length: 4_000 }, () => {
      const scores = [3 * random(), 3 * random(), 3 * random()];
      const probabilities = softmaxAt(scores, 2);
      let rest = random();
      const truth = probabilities.findIndex((p) => (rest -= p) < 0);
      return { truth: Math.max(0, truth), scores };
    });
    expect(fitTemperature(scored)).toBeGreaterThan(1.6);
    expect(fitTemperature(scored)).toBeLessThan(2.5);
  });
});
