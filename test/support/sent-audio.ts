/** The audio a page sent, put together again from the frames on the wire. */
import type { Wiretap } from './wiretap.js';

export interface SentAudio {
  samples: Float32Array;
  /** When the frame that holds an audio time was sent. */
  sentAtMs: (audioMs: number) => number;
  lastSentAtMs: number;
}

/** Channel 0 of all connections at 16 kHz; what was sent twice is laid over itself. */
export const sentAudio = (wiretap: Wiretap, sampleRate = 16_000): SentAudio => {
  const frames = wiretap.sent('audio').filter(({ value }) => value.channel === 0);
  const length = Math.max(0, ...frames.map(({ value }) => value.firstSample + value.sampleCount));
  const samples = new Float32Array(length);
  for (const { value } of frames) {
    const view = new DataView(value.payload.buffer, value.payload.byteOffset, value.payload.byteLength);
    for (let n = 0; n < value.sampleCount; n += 1)
      samples[value.firstSample + n] = view.getInt16(2 * n, true) / 32_768;
  }
  return {
    samples,
    sentAtMs: (audioMs) => {
      const sample = (audioMs * sampleRate) / 1000;
      const frame = frames.find(
        ({ value }) => value.firstSample <= sample && sample < value.firstSample + value.sampleCount,
      );
      if (frame === undefined) throw new Error(`no frame holds ${audioMs} ms; ${length} samples were sent`);
      return frame.atMs;
    },
    lastSentAtMs: frames.at(-1)?.atMs ?? Number.NaN,
  };
};
