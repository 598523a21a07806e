/**
 * The rival in the form of the engine's frames: mel cepstra as features, equal weights for all frames, the
 * same activity and clustering.
 */
import { CEPSTRA, cepstra } from './mfcc.mjs';

/** Metadata with which `diarize` clusters standardized means and deviations of cepstra. */
export function rivalMetadata(metadata, { mean, deviation }, diarization) {
  const width = 2 * CEPSTRA;
  const codes = new Int8Array(width * width);
  for (let n = 0; n < width; n += 1) codes[n * width + n] = 100;
  return {
    ...metadata,
    space: 'mel-cepstra',
    featureSize: CEPSTRA,
    attentionHeads: 1,
    dimensions: width,
    moods: undefined,
    // With a cohort that is orthogonal to everything and this slope, the rival's log-likelihood ratio is its cosine.
    cohort: { codes: Buffer.alloc(width).toString('base64'), count: 1, nearest: 1 },
    calibration: { slope: [0.01, 0], offset: [0, 0], seconds: [0.5, 10] },
    varianceFloor: 1e-6,
    massFloor: 1e-6,
    embedding: {
      codes: Buffer.from(codes.buffer).toString('base64'),
      scales: Array.from(deviation, (value) => 0.01 / value),
      bias: Array.from(mean, (value, n) => -value / deviation[n]),
    },
    diarization: { ...metadata.diarization, ...diarization },
  };
}

/** Cepstra averaged over 50 ms, with the network's activity, so that only the voice features differ. */
export function rivalFrames(samples, frames) {
  const { rows } = cepstra(samples);
  const features = new Float32Array(frames.count * CEPSTRA);
  for (let frame = 0; frame < frames.count; frame += 1) {
    const own = rows.slice(frame * 5, frame * 5 + 5);
    for (const row of own) row.forEach((value, n) => (features[frame * CEPSTRA + n] += value / own.length));
  }
  return { ...frames, features, weights: new Float32Array(frames.count).fill(1) };
}
