/** What a stream of the load says, frame by frame: audio, or what a page heard of it. */
import type { Model } from '@undertone/hearing';
import { type ClientBody, type Features, type SessionHello } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { Listening } from '../../packages/client/src/hearing/listening.js';

export const RATE = 16_000;
export const FRAME_MS = 40;
export const INTERVAL_MS = 1_000;
export const FRAME = (RATE * FRAME_MS) / 1_000;
const BYTES = 2;

export interface Speech {
  /** A message for each frame that was spoken, without its envelope; undefined where there is nothing to say yet. */
  readonly frames: readonly (Buffer | undefined)[];
  /** What the hello says besides. */
  readonly hello: Partial<Pick<SessionHello, 'privacy' | 'pageModel'>>;
  /** The frame to go on with when a relay has everything before this sample. */
  frameFrom(sample: number): number;
}

/** A message without its envelope, whose numbers are then one byte each. */
export const bodyOf = (body: ClientBody): Buffer => {
  const whole = Buffer.from(encodeClientMessage({ seq: 0, ack: 0, generation: 0, audioPos: 0, body }));
  let at = 0;
  while (whole[at]! >> 3 < 10) at += 2;
  return whole.subarray(at);
};

/** The clip's samples of a frame; the clip begins again at its end. */
const payloadOf = (clip: Buffer, frame: number): Buffer => {
  const size = FRAME * BYTES;
  const from = (frame % Math.floor(clip.length / size)) * size;
  return clip.subarray(from, from + size);
};

/** @param clip raw 16 kHz PCM16 */
export const audioOf = (clip: Buffer, frames: number): Speech => ({
  frames: Array.from({ length: frames }, (_, index) =>
    bodyOf({
      kind: 'audio',
      value: {
        channel: 0,
        firstSample: index * FRAME,
        sampleCount: FRAME,
        payload: payloadOf(clip, index),
      },
    }),
  ),
  hello: {},
  // The relay drops the part of a frame that it has (RT21).
  frameFrom: (sample) => Math.floor(sample / FRAME),
});

/**
 * The same speech as a page tells it that sends no audio: heard beforehand, by the page's own code, and told when its last sample is
 * spoken.
 */
export const featuresOf = async (clip: Buffer, frames: number, reader: Model): Promise<Speech> => {
  const told: (Buffer | undefined)[] = Array.from({ length: frames }, () => undefined);
  const heard = (value: Features): void => {
    if (value.sampleCount === 0) return;
    const last = Math.ceil((value.firstSample + value.sampleCount) / FRAME) - 1;
    told[last] = bodyOf({ kind: 'features', value });
  };
  const skipped = (): never => {
    throw new Error('a clip has no gaps');
  };
  const listening = new Listening(
    reader,
    1,
    INTERVAL_MS,
    { heard, skipped },
    { now: () => performance.now(), yieldTurn: () => new Promise(setImmediate) },
  );
  for (let index = 0; index < frames; index += 1) {
    const payload = payloadOf(clip, index);
    const samples = Int16Array.from({ length: FRAME }, (_, n) => payload.readInt16LE(n * BYTES));
    listening.audio(0, index * FRAME, samples);
  }
  await listening.finish();
  const { id, version } = reader.metadata;
  return {
    frames: told,
    hello: { privacy: 'features', pageModel: { id, version } },
    // What was told is never told again: half an interval lies within a frame.
    frameFrom: (sample) => Math.ceil(sample / FRAME),
  };
};
