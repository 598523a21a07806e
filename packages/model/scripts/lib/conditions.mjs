/** The disturbed conditions of row A6 of BENCHMARKS.md, applied to a clip's samples before the model reads them. */
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

/** Adds other voices, together 10 dB below the speech. */
function babble(samples, others) {
  const mixed = new Float32Array(samples.length);
  for (const other of others) {
    const scale = 1 / Math.sqrt(power(other) + 1e-12);
    for (let n = 0; n < mixed.length; n += 1) mixed[n] += scale * (other[n % other.length] ?? 0);
  }
  const gain = Math.sqrt(power(samples) / (10 * (power(mixed) + 1e-12)));
  return Float32Array.from(samples, (value, n) => value + gain * mixed[n]);
}

/** Draws four of `voices`, by number, for each of `count` clips. */
function drawFour(count, voices, seed) {
  const random = seededRandom(seed);
  const one = () => Math.floor(random() * voices);
  return Array.from({ length: count }, () => [one(), one(), one(), one()]);
}

const BABBLE = ['read10', 'acted10'];
export const CONDITIONS = ['clean', 'telephone', ...BABBLE, 'quiet20'];

/** How often every clip is scored: babble depends on which voices it mixes. */
export const drawsOf = (condition) => (BABBLE.includes(condition) ? 3 : 1);

/**
 * A function (samples, row) => samples for a condition.
 *
 * Babble is four voices, together 10 dB below the speech. `read10` uses people who read aloud, as in usual noise corpora
 * (Snyder et al. 2015, "MUSAN: A Music, Speech, and Noise Corpus"). `acted10` uses the scored clips themselves, which carry
 * emotions of their own and partly say the same words at the same time.
 *
 * @param clips the scored clips: their count, and a function that reads the samples of one by its number
 * @param readers the same for read speech
 * @param draw selects the voices, from 0 on
 * @throws Error for an unknown condition
 */
export function disturbance(condition, clips, readers, draw) {
  const acted = drawFour(clips.count, clips.count, 10 + 100 * draw);
  const read = drawFour(clips.count, readers.count, 11 + 100 * draw);
  const table = {
    clean: (samples) => samples,
    telephone,
    read10: (samples, row) => babble(samples, read[row].map(readers.at)),
    acted10: (samples, row) => babble(samples, acted[row].map(clips.at)),
    quiet20: (samples) => samples.map((value) => value / 10),
  };
  const chosen = table[condition];
  if (chosen === undefined) throw new Error(`condition must be one of ${CONDITIONS.join(', ')}`);
  return chosen;
}
