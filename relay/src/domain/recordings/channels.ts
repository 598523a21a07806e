import { MonoMixer } from '@undertone/hearing';

/** Two channels carry the same signal up to this difference, as a fraction of their level. */
const SAME_BELOW = 0.01;
/** Every 17th sample is enough to tell two voices apart, and makes an hour take only milliseconds. */
const STRIDE = 17;

/**
 * Whether all channels carry the same signal, like most stereo files from a single microphone; also one of which the poles were
 * exchanged on the way.
 */
export const isOneSignal = (channels: readonly Float32Array[]): boolean => {
  const [first, ...others] = channels;
  if (first === undefined) return true;
  return others.every((other) => {
    let difference = 0;
    let sum = 0;
    let power = 0;
    for (let i = 0; i < first.length; i += STRIDE) {
      const a = first[i] ?? 0;
      const b = other[i] ?? 0;
      difference += (a - b) * (a - b);
      sum += (a + b) * (a + b);
      power += a * a + b * b;
    }
    return Math.min(difference, sum) <= SAME_BELOW * SAME_BELOW * power;
  });
};

/** All channels as one, as the decoder mixes them. */
export const mixed = (channels: readonly Float32Array[]): readonly [Float32Array] => [
  new MonoMixer().mix(channels),
];
