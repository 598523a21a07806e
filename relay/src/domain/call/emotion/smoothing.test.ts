import { LABELS } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { freshSmoothing, readSmoothing, smooth, type Smoothing } from './smoothing.js';
import { reading, TONES, type Tone } from '../testing/scripted-call.js';
import { SMOOTHING } from '../thresholds.js';

const hear = (state: Smoothing, tone: Tone, ms: number, times = 1) => {
  for (let i = 0; i < times; i++) state = smooth(state, ms, reading(tone), tone);
  return state;
};

describe('smoothing of one speaker’s readings', () => {
  it('takes the first reading as it is', () => {
    const state = hear(freshSmoothing(), TONES.angry, 250);
    expect(state.arousal).toBe(TONES.angry.arousal);
    expect(readSmoothing(state)!.emotion).toBe('angry');
    expect(readSmoothing(state)!.confidence).toBeCloseTo(TONES.angry.confidence, 12);
  });

  it('weights readings by their amount of speech, not by their number', () => {
    const calm = hear(freshSmoothing(), TONES.calm, 250);
    const fine = hear(calm, TONES.angry, 250, 4);
    const coarse = hear(calm, TONES.angry, 500, 2);
    expect(fine.arousal).toBeCloseTo(coarse.arousal, 12);
  });

  it('follows 63 % of a change after one time constant of speech', () => {
    const calm = hear(freshSmoothing(), TONES.calm, 250);
    const { arousal } = hear(calm, TONES.angry, SMOOTHING.timeConstantMs);
    const change = (arousal - TONES.calm.arousal) / (TONES.angry.arousal - TONES.calm.arousal);
    expect(change).toBeCloseTo(1 - Math.exp(-1), 12);
  });

  it('takes the first readings of a new stretch as they are, then smooths', () => {
    const calm = hear(freshSmoothing(), TONES.calm, 250, 8);
    const hearAt = (evidenceMs: number) =>
      smooth(calm, 250, reading(TONES.angry, evidenceMs), TONES.angry).arousal;
    expect(hearAt(250)).toBeCloseTo(TONES.angry.arousal, 12);
    expect(hearAt(750)).toBeCloseTo(TONES.angry.arousal, 12);
    expect(hearAt(1_000)).toBeCloseTo(0.75 * TONES.angry.arousal + 0.25 * TONES.calm.arousal, 12);
    expect(hearAt(5_000)).toBeCloseTo(hearAt(60_000), 12);
  });

  it('does not change without speech', () => {
    const state = hear(freshSmoothing(), TONES.calm, 250);
    expect(hear(state, TONES.angry, 0)).toBe(state);
  });

  it('[RT28] keeps probabilities that sum to 1', () => {
    let state = freshSmoothing();
    for (const tone of [TONES.calm, TONES.angry, TONES.sad, TONES.happy]) state = hear(state, tone, 170, 3);
    expect(state.probabilities).toHaveLength(LABELS.length);
    expect(state.probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  });

  it('[RT28] says uncertain below the model’s floor', () => {
    const faint = { ...TONES.calm, confidence: 0.29 };
    expect(readSmoothing(hear(freshSmoothing(), faint, 250))!.emotion).toBe('uncertain');
  });

  it('lowers the confidence when the readings contradict each other', () => {
    let state = freshSmoothing();
    for (let i = 0; i < 8; i++) state = hear(hear(state, TONES.angry, 250), TONES.sad, 250);
    expect(readSmoothing(state)!.confidence).toBeLessThan(0.5);
  });

  it('has no label before the first reading', () => {
    expect(readSmoothing(freshSmoothing())).toBeUndefined();
  });
});
