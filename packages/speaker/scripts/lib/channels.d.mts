/** Sends 16 kHz samples through a channel, which the seed chooses. */
export type Channel = (samples: Float32Array, seed: number) => Float32Array;
export const CHANNELS: {
  readonly 'as recorded': Channel;
  readonly 'own microphone': Channel;
  readonly telephone: Channel;
};
