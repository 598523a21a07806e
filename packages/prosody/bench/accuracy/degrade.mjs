import { whiteNoise } from '../../dist/testing/index.js';
import { telephone } from './telephone.mjs';

/** The degradations that rows use besides clean audio. Each keeps length and time; noise is relative to the mean power. */
export const DEGRADATIONS = {
  telephone,
  'noise 20 dB': (samples) => addNoise(samples, 20),
  'noise 10 dB': (samples) => addNoise(samples, 10),
  'telephone, noise 20 dB': (samples) => telephone(addNoise(samples, 20)),
};

function addNoise(samples, snrDb) {
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  const noise = whiteNoise(samples.length, Math.sqrt(power) * 10 ** (-snrDb / 20), samples.length);
  return samples.map((value, i) => value + noise[i]);
}
