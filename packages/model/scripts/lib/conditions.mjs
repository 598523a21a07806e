/** The disturbed conditions of GOALS.md A6, applied to a clip's samples before the model hears them. */
import { seededRandom } from './metrics.mjs';

const power = (samples) => samples.reduce((sum, value) => sum + value * value, 0) / samples.length;

/** Windowed-sinc low-pass at 3.4 kHz for 16 kHz samples (Blackman, 97 taps: below -70 dB from 4 kHz on). */
const LOW_PASS = (() => {
  const half = 48;
  const cutoff = 3_600 / 16_000;
  const taps = Array.from({ length: 2 * half + 1 }, (_, n) => {
    const x = n - half;
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x);
    const turn = (Math.PI * n) / half;
    return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  });
  const total = taps.reduce((a, b) => a + b, 0);
  return taps.map((tap) => tap / total);
})();

function lowPass(samples) {
  const half = (LOW_PASS.length - 1) / 2;
  return Float32Array.from(samples, (_, n) => {
    let sum = 0;
    for (let k = 0; k < LOW_PASS.length; k += 1) sum += LOW_PASS[k] * (samples[n + k - half] ?? 0);
    return sum;
  });
}

/** One sample through ITU-T G.711 mu-law's continuous curve (mu = 255) at 8 bits. */
function muLaw(sample) {
  const clipped = Math.max(-1, Math.min(1, sample));
  const code = Math.round((Math.sign(clipped) * Math.log1p(255 * Math.abs(clipped)) * 127) / Math.log(256));
  return (Math.sign(code) * Math.expm1((Math.abs(code) / 127) * Math.log(256))) / 255;
}

/** Telephone: 8 kHz, mu-law, back to 16 kHz. */
function telephone(samples) {
  const narrow = lowPass(samples);
  const held = Float32Array.from(narrow, (value, n) => (n % 2 === 0 ? 2 * muLaw(value) : 0));
  return lowPass(held);
}

/** Four other clips of the folder, at 10 dB under the speech. */
function babble(samples, others) {
  const mixed = new Float32Array(samples.length);
  for (const other of others) {
    const scale = 1 / Math.sqrt(power(other) + 1e-12);
    for (let n = 0; n < mixed.length; n += 1) mixed[n] += scale * (other[n % other.length] ?? 0);
  }
  const gain = Math.sqrt(power(samples) / (10 * (power(mixed) + 1e-12)));
  return Float32Array.from(samples, (value, n) => value + gain * mixed[n]);
}

export const CONDITIONS = ['clean', 'telephone', 'babble10', 'quiet20'];

/**
 * A function (samples, row) => samples for a condition.
 *
 * @param clipAt reads the samples of a clip by its number, for the babble
 * @param count number of clips
 */
export function disturbance(condition, clipAt, count) {
  const random = seededRandom(10);
  const picks = Array.from({ length: count }, () =>
    Array.from({ length: 4 }, () => Math.floor(random() * count)),
  );
  const table = {
    clean: (samples) => samples,
    telephone,
    babble10: (samples, row) => babble(samples, picks[row].map(clipAt)),
    quiet20: (samples) => samples.map((value) => value / 10),
  };
  const chosen = table[condition];
  if (chosen === undefined) throw new Error(`condition must be one of ${CONDITIONS.join(', ')}`);
  return chosen;
}
