/** Second-order filters at 16 kHz. */

const RATE_HZ = 16_000;

/** Applies a second-order section to the samples, in place. */
export function filter(samples, [b0, b1, b2, a0, a1, a2]) {
  const [c0, c1, c2, d1, d2] = [b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0];
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let n = 0; n < samples.length; n += 1) {
    const x = samples[n];
    const y = c0 * x + c1 * x1 + c2 * x2 - d1 * y1 - d2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    samples[n] = y;
  }
  return samples;
}

/** The coefficients of Bristow-Johnson's Audio EQ Cookbook: peakingEQ, lowShelf, highShelf, LPF, HPF. */
export function section(kind, hz, gainDb = 0, quality = 0.7) {
  const amplitude = 10 ** (gainDb / 40);
  const angle = (2 * Math.PI * hz) / RATE_HZ;
  const [cosine, alpha] = [Math.cos(angle), Math.sin(angle) / (2 * quality)];
  if (kind === 'peak')
    return [
      1 + alpha * amplitude,
      -2 * cosine,
      1 - alpha * amplitude,
      1 + alpha / amplitude,
      -2 * cosine,
      1 - alpha / amplitude,
    ];
  if (kind === 'lowpass' || kind === 'highpass') {
    const side = kind === 'lowpass' ? 1 - cosine : 1 + cosine;
    const middle = kind === 'lowpass' ? side : -side;
    return [side / 2, middle, side / 2, 1 + alpha, -2 * cosine, 1 - alpha];
  }
  const root = 2 * Math.sqrt(amplitude) * alpha;
  const sign = kind === 'low' ? 1 : -1;
  const [up, down] = [amplitude + 1, amplitude - 1];
  return [
    amplitude * (up - sign * down * cosine + root),
    sign * 2 * amplitude * (down - sign * up * cosine),
    amplitude * (up - sign * down * cosine - root),
    up + sign * down * cosine + root,
    sign * -2 * (down + sign * up * cosine),
    up + sign * down * cosine - root,
  ];
}
