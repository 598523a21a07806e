/** The channels of a recording: microphones, telephone, noise. Seeded. */
import { filter, section } from './filters.mjs';
import { normal, seededRandom } from './speech.mjs';

/** The pole pairs of Butterworth filters of order 8 and 4, as qualities of their sections. */
const ORDER_8 = [0.51, 0.6, 0.9, 2.56];
const ORDER_4 = [0.54, 1.31];

/** One sample through the continuous mu-law curve of ITU-T G.711 (mu = 255), at 8 bits. */
function muLaw(sample) {
  const size = Math.min(1, Math.abs(sample));
  const code = Math.round((127 * Math.log1p(255 * size)) / Math.log(256));
  return (Math.sign(sample) * Math.expm1((code * Math.log(256)) / 127)) / 255;
}

/** Limits to 300 to 3400 Hz, samples at 8 kHz in mu-law, and converts back to 16 kHz. */
function telephone(samples) {
  const wave = samples.slice();
  const narrow = () => ORDER_8.forEach((quality) => filter(wave, section('lowpass', 3_400, 0, quality)));
  ORDER_4.forEach((quality) => filter(wave, section('highpass', 300, 0, quality)));
  narrow();
  for (let n = 0; n < wave.length; n += 1) wave[n] = n % 2 === 0 ? 2 * muLaw(wave[n]) : 0;
  narrow();
  return wave;
}

/** An individual microphone and line: tilt, two resonances, noise 18 to 40 dB below the speech, level. */
function microphone(samples, seed) {
  const random = seededRandom(seed);
  const wave = samples.slice();
  filter(wave, section('low', 200 + 300 * random(), 4 * normal(random)));
  filter(wave, section('high', 2_000 + 3_000 * random(), 4 * normal(random)));
  for (let peak = 0; peak < 2; peak += 1)
    filter(wave, section('peak', 300 * 20 ** random(), 4 * normal(random)));
  const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length;
  const noise = Math.sqrt(power * 10 ** (-(18 + 22 * random()) / 10));
  const colour = random();
  const gain = (10 ** (normal(random) / 4) * 0.05) / Math.sqrt(power + 1e-12);
  let held = 0;
  for (let n = 0; n < wave.length; n += 1) {
    const white = 3.46 * (random() - 0.5);
    held += 0.15 * (white - held);
    const hiss = noise * (colour * white + 2.5 * (1 - colour) * held);
    wave[n] = Math.max(-1, Math.min(1, gain * (wave[n] + hiss)));
  }
  return wave;
}

/** All channels by name: (samples, seed) => samples. */
export const CHANNELS = {
  'as recorded': (samples) => samples,
  'own microphone': microphone,
  telephone: (samples, seed) => telephone(microphone(samples, seed)),
};
