/** The audio that a page sent, reassembled from the frames on the wire. */
import type { Wiretap } from './wiretap.js';

export interface SentAudio {
  samples: Float32Array;
  /** When the frame with this audio time was sent. */
  sentAtMs: (audioMs: number) => number;
  lastSentAtMs: number;
}

/** Reassembles channel 0 of all connections at 16 kHz; audio that was sent twice overwrites itself. */
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
