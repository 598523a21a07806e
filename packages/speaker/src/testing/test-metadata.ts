import type { SpeakerMetadata } from '../speaker-metadata.js';

/** A stranger that is orthogonal to every voice, so that normalization does not change a cosine. */
const COHORT = { codes: 'AAAAAA==', count: 1, nearest: 1 };

/** Metadata of an invented model with four dimensions, for tests of the code above the network. */
export const testMetadata = (changes: Partial<SpeakerMetadata> = {}): SpeakerMetadata => ({
  format: 'undertone-speaker/1',
  id: 'test-speaker',
  version: '1',
  space: 'test-1',
  sampleRateHz: 16_000,
  granularitySamples: 800,
  maxSamplesPerCall: 320_000,
  framesPerCall: 1,
  stateSize: 8,
  featureSize: 4,
  attentionHeads: 2,
  dimensions: 4,
  varianceFloor: 0.01,
  massFloor: 0.001,
  // 100 on the diagonal of the means, 0 for the deviations.
  embedding: {
    codes: 'ZAAAAAAAAAAAZAAAAAAAAAAAZAAAAAAAAAAAZAAAAAA=',
    scales: [0.01, 0.01, 0.01, 0.01],
    bias: [0, 0, 0, 0],
  },
  cohort: COHORT,
  calibration: { slope: [10, 2], offset: [-5, -0.5], seconds: [0.5, 10] },
  thresholds: {
    voiceprintSpeech: 0.1,
    identify: 2,
    identifyGrowth: 1,
    verify: 0,
    enrollSpeechSeconds: 5,
    resolveSpeechSeconds: 2,
  },
  diarization: {
    windowFrames: 20,
    hopFrames: 5,
    joinAbove: 0.5,
    mergeAbove: 0,
    singleAbove: 0,
    speechAbove: 0.5,
    overlapAbove: 0.5,
    changeCost: 8,
    frameSlope: 10,
    newSpeakerBelow: 0,
  },
  license: { weights: 'none', nonCommercial: false, notice: 'made up' },
  ...changes,
});
