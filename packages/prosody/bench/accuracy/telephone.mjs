import { resample } from '../../dist/index.js';

/** 16 kHz audio as after a telephone line: 8 kHz, 300 to 3,400 Hz, µ-law of 8 bits; resampled to 16 kHz again. */
export function telephone(samples) {
  const narrow = resample(samples, 16_000, 8_000);
  const band = second(second(narrow, 300, 'high'), 3_400, 'low');
  const coded = resample(band.map(muLaw), 8_000, 16_000);
  const output = new Float32Array(samples.length);
  output.set(coded.subarray(0, samples.length));
  return output;
}

/** Second-order Butterworth filter at 8 kHz, by the bilinear transform. */
function second(samples, hz, kind) {
  const k = Math.tan((Math.PI * hz) / 8_000);
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  const gain = kind === 'low' ? k * k * norm : norm;
  const middle = kind === 'low' ? 2 : -2;
  const [a1, a2] = [2 * (k * k - 1) * norm, (1 - Math.SQRT2 * k + k * k) * norm];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = gain * (x + middle * x1 + x2) - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

/** Rounds to the 8-bit steps of the µ-law curve (ITU-T G.711, µ = 255) and converts back. */
function muLaw(value) {
  const size = Math.log1p(255 * Math.min(1, Math.abs(value))) / Math.log(256);
  return (Math.sign(value) * Math.expm1((Math.round(size * 127) / 127) * Math.log(256))) / 255;
}
