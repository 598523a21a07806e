/** Two channels carry the same signal up to this difference, as a fraction of their level. */
const SAME_BELOW = 0.01;
/** Every 17th sample is enough to tell two voices apart, and makes an hour take only milliseconds. */
const STRIDE = 17;

/** Whether all channels carry the same signal, like most stereo files from a single microphone. */
export const isOneSignal = (channels: readonly Float32Array[]): boolean => {
  const [first, ...others] = channels;
  if (first === undefined) return true;
  return others.every((other) => {
    let difference = 0;
    let power = 0;
    for (let i = 0; i < first.length; i += STRIDE) {
      const a = first[i] ?? 0;
      const b = other[i] ?? 0;
      difference += (a - b) * (a - b);
      power += a * a + b * b;
    }
    return difference <= SAME_BELOW * SAME_BELOW * power;
  });
};

/** The mean of all channels, as the decoder mixes them. */
export const mixed = (channels: readonly Float32Array[]): readonly [Float32Array] => {
  const length = channels[0]?.length ?? 0;
  const sum = new Float32Array(length);
  for (const samples of channels) {
    for (let i = 0; i < length; i++) sum[i] = (sum[i] ?? 0) + (samples[i] ?? 0) / channels.length;
  }
  return [sum];
};
