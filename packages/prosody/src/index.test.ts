import { describe, expect, it } from 'vitest';
import * as prosody from './index.js';

describe('The public surface', () => {
  it('exports exactly what is documented', () => {
    expect(Object.keys(prosody).sort()).toEqual([
      'ANALYSIS_SAMPLE_RATE_HZ',
      'HOP_MS',
      'HOP_SAMPLES',
      'ProsodyError',
      'ProsodyExtractor',
      'Resampler',
      'SILENCE_DB',
      'SignalQuality',
      'VoiceActivity',
      'WINDOW_SAMPLES',
      'amplitudeToDb',
      'analyze',
      'dbToAmplitude',
      'dbToPower',
      'powerToDb',
      'resample',
    ]);
  });
});
