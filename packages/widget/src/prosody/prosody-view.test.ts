import { describe, expect, it } from 'vitest';
import { directive } from '../../test/scripted-session.js';
import type { ComparedVoice, Difference } from '../state/manner.js';
import { Texts } from '../text/texts.js';
import { prosodyRows, traceView } from './prosody-view.js';

const texts = new Texts('en');
const PROSODY = directive().prosody!;
/** The voice of the last seconds, as it differs from its usual. */
const voice = (pitch: Difference, energy: Difference, rate: Difference): ComparedVoice => ({
  f0Hz: 230,
  energyDb: -21,
  rate: 3.1,
  than: { pitch, energy, rate },
});

describe('prosodyRows', () => {
  it('gives each measurement a word and a value', () => {
    expect(
      prosodyRows(PROSODY, voice('high', 'usual', 'low'), texts).map((row) => [row.key, row.word, row.value]),
    ).toEqual([
      ['pitch', 'higher', '230 Hz'],
      ['energy', 'as before', '−21 dB'],
      ['rate', 'slower', '3.1 syllables/s'],
      ['pauses', 'normal', '9 per min, 0.4 s each'],
      ['jitter', 'steady', '1.2 %'],
      ['shimmer', 'uneven', '8.4 %'],
      ['hnr', 'slightly breathy', '14 dB'],
    ]);
  });

  it('has no word for what would be compared while nothing usual is known', () => {
    const words = prosodyRows(PROSODY, undefined, texts).map(({ key, word, value }) => [key, word, value]);
    expect(words.slice(0, 3)).toEqual([
      ['pitch', '', '212 Hz'],
      ['energy', '', '−19 dB'],
      ['rate', '', '5.8 syllables/s'],
    ]);
  });

  it('leaves out what was not measured', () => {
    const rows = prosodyRows(
      { pitch: {}, energy: { mean: Number.NaN }, rhythm: { speechRate: 4 }, voiceQuality: {} },
      undefined,
      texts,
    );
    expect(rows.map((row) => row.key)).toEqual(['rate']);
  });
});

it('prosodyRows has no pace and no pauses when nobody has spoken', () => {
  const rhythm = { speechRate: 0, pauseRate: 0, averagePauseDuration: 0 };
  const rows = prosodyRows({ pitch: {}, energy: { mean: -60 }, rhythm, voiceQuality: {} }, undefined, texts);
  expect(rows.map((row) => row.key)).toEqual(['energy']);
});

it('prosodyRows does not take the time in which the other spoke for a pause', () => {
  const keys = (rhythm: Partial<typeof PROSODY.rhythm>) =>
    prosodyRows({ ...PROSODY, rhythm: { ...PROSODY.rhythm, ...rhythm } }, undefined, texts).map(
      ({ key }) => key,
    );
  // As a call of two gave them three seconds into a turn.
  expect(keys({ pauseRate: 20, averagePauseDuration: 9.9 })).not.toContain('pauses');
  expect(keys({ pauseRate: 39, averagePauseDuration: 0.3 })).toContain('pauses');
});

it('prosodyRows has no minus sign before zero', () => {
  const voiceQuality = { ...PROSODY.voiceQuality, hnr: -0.3 };
  const values = prosodyRows({ ...PROSODY, voiceQuality }, undefined, texts).map(({ value }) => value);
  expect(values.at(-1)).toBe('0 dB');
});

describe('traceView', () => {
  it('returns undefined before any prosody, and says when there was no voice', () => {
    expect(traceView([], texts)).toBeUndefined();
    expect(traceView([{ timeMs: 0, f0Hz: 0, energyDb: -60 }], texts)?.alt).toContain('no voiced sound');
  });

  it('joins neighbors, breaks at gaps, and says the range', () => {
    const trace = [0, 100, 200, 800, 900].map((timeMs, index) => ({
      timeMs,
      f0Hz: 100 + index * 25,
      energyDb: -20,
    }));
    const view = traceView(trace, texts);
    expect(view?.path.match(/M/g)).toHaveLength(2);
    expect(view?.alt).toBe('Pitch over the last 10 seconds: 100 to 200 Hz');
  });
});
