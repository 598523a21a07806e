import { describe, expect, it } from 'vitest';
import { prosodyOf } from './prosody-answer.js';

const heard = (mean: number | null, pause_rate: number | null) => ({
  pitch: { mean, std: mean, min: mean, max: mean, range: mean },
  energy: { mean, std: mean },
  rhythm: { speech_rate: mean, pause_rate, average_pause_duration: null },
  voice_quality: { jitter: mean, shimmer: mean, hnr: mean },
});

describe('the average pause of a recording', () => {
  it.each([
    ['speech without a pause', -20, 0, 0],
    ['silence', null, 0, null],
    ['speech too short for a rhythm', -20, null, null],
  ])('of %s', (_name, mean, pauseRate, average) => {
    expect(prosodyOf(heard(mean, pauseRate))?.rhythm.average_pause_duration).toBe(average);
  });
});
