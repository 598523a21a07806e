/** The rival: means and deviations of mel cepstra, compared by cosine. */
import { RATE_HZ } from './speech.mjs';

const FRAME = 512;
const WINDOW = 400;
const HOP = 160;
const BANDS = 26;
export const CEPSTRA = 20;

const mel = (hz) => 1_127 * Math.log1p(hz / 700);
const hz = (value) => 700 * Math.expm1(value / 1_127);
const edges = Array.from({ length: BANDS + 2 }, (_, n) =>
  hz(mel(80) + (n * (mel(7_600) - mel(80))) / (BANDS + 1)),
);
/** Triangular filters: the first bin of each and its weights from that bin on. */
const FILTERS = Array.from({ length: BANDS }, (_, band) => {
  const [low, middle, high] = edges.slice(band, band + 3);
  const weight = (bin) => {
    const at = (bin * RATE_HZ) / FRAME;
    return Math.min((at - low) / (middle - low), (high - at) / (high - middle));
  };
  const bins = Array.from({ length: FRAME / 2 }, (_, bin) => bin).filter((bin) => weight(bin) > 0);
  return { first: bins[0] ?? 0, values: Float64Array.from(bins, weight) };
});
const DCT = Array.from({ length: CEPSTRA }, (_, n) =>
  Float64Array.from({ length: BANDS }, (_, band) => Math.cos((Math.PI * (n + 1) * (band + 0.5)) / BANDS)),
);
const HAMMING = Float64Array.from(
  { length: WINDOW },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (WINDOW - 1)),
);

const COSINES = Float64Array.from({ length: FRAME }, (_, n) => Math.cos((2 * Math.PI * n) / FRAME));
const SINES = Float64Array.from({ length: FRAME }, (_, n) => -Math.sin((2 * Math.PI * n) / FRAME));

/** In-place radix-2 transform (Cooley & Tukey 1965). */
function transform(real, imaginary) {
  for (let n = 1, flipped = 0; n < FRAME; n += 1) {
    let bit = FRAME >> 1;
    for (; flipped & bit; bit >>= 1) flipped ^= bit;
    flipped |= bit;
    if (n < flipped) [real[n], real[flipped]] = [real[flipped], real[n]];
  }
  for (let size = 2; size <= FRAME; size *= 2)
    for (let start = 0; start < FRAME; start += size)
      for (let n = 0; n < size / 2; n += 1) {
        const cosine = COSINES[(n * FRAME) / size];
        const sine = SINES[(n * FRAME) / size];
        const a = start + n;
        const b = a + size / 2;
        const x = real[b] * cosine - imaginary[b] * sine;
        const y = real[b] * sine + imaginary[b] * cosine;
        real[b] = real[a] - x;
        imaginary[b] = imaginary[a] - y;
        real[a] += x;
        imaginary[a] += y;
      }
}

/** Cepstra 1 to 20 for every 10 ms, and each frame's energy in dB. */
export function cepstra(samples) {
  const count = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const rows = [];
  const energies = [];
  const [real, imaginary] = [new Float64Array(FRAME), new Float64Array(FRAME)];
  const power = new Float64Array(FRAME / 2);
  const logs = new Float64Array(BANDS);
  for (let frame = 0; frame < count; frame += 1) {
    real.fill(0);
    imaginary.fill(0);
    for (let n = 0; n < WINDOW; n += 1) {
      const at = frame * HOP + n;
      real[n] = HAMMING[n] * (samples[at] - 0.97 * (at > 0 ? samples[at - 1] : 0));
    }
    transform(real, imaginary);
    let energy = 1e-10;
    for (let n = 0; n < FRAME / 2; n += 1) {
      power[n] = real[n] * real[n] + imaginary[n] * imaginary[n];
      energy += power[n];
    }
    energies.push(10 * Math.log10(energy));
    for (let band = 0; band < BANDS; band += 1) {
      const { first, values } = FILTERS[band];
      let sum = 1e-10;
      for (let n = 0; n < values.length; n += 1) sum += values[n] * power[first + n];
      logs[band] = Math.log(sum);
    }
    const row = new Float32Array(CEPSTRA);
    for (let n = 0; n < CEPSTRA; n += 1)
      for (let band = 0; band < BANDS; band += 1) row[n] += DCT[n][band] * logs[band];
    rows.push(row);
  }
  return { rows, energies };
}

/** The means, then the deviations, of the frames within 30 dB of the loud ones. */
export function cepstralStatistics(samples) {
  const { rows, energies } = cepstra(samples);
  const loud = [...energies].sort((a, b) => a - b)[Math.floor(0.9 * energies.length)];
  const speech = rows.filter((_, n) => energies[n] > loud - 30);
  const means = Array.from(
    { length: CEPSTRA },
    (_, n) => speech.reduce((sum, row) => sum + row[n], 0) / speech.length,
  );
  const deviations = means.map((mean, n) =>
    Math.sqrt(speech.reduce((sum, row) => sum + (row[n] - mean) ** 2, 0) / speech.length),
  );
  return Float64Array.from([...means, ...deviations]);
}

/** Standardizes every statistic with its mean and deviation over other speakers, then scales to unit length. */
export function standardiser(background) {
  const width = background[0].length;
  const mean = Float64Array.from(
    { length: width },
    (_, n) => background.reduce((sum, row) => sum + row[n], 0) / background.length,
  );
  const deviation = mean.map((value, n) =>
    Math.sqrt(background.reduce((sum, row) => sum + (row[n] - value) ** 2, 0) / background.length),
  );
  const scale = (row) => {
    const scaled = Float32Array.from(row, (value, n) => (value - mean[n]) / deviation[n]);
    const length = Math.hypot(...scaled);
    return scaled.map((value) => value / length);
  };
  return Object.assign(scale, { mean, deviation });
}
