/** Seeded source of uniform numbers in [0, 1) (mulberry32). It gives the same audio on every machine. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Normally distributed numbers, mean 0 and variance 1 (Box & Muller 1958). */
export const seededGaussian = (seed: number): (() => number) => {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
};

/** White noise of a given RMS. */
export const whiteNoise = (length: number, rms: number, seed: number): Float32Array => {
  const gaussian = seededGaussian(seed);
  return Float32Array.from({ length }, () => rms * gaussian());
};
