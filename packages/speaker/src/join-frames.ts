import type { SpeakerFrames } from './speaker-frames.js';

const join = (parts: readonly Float32Array[]): Float32Array => {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/**
 * Joins consecutive frames into one run.
 *
 * @param pieces in order, without gaps
 * @param startMs start of the result when there are no pieces
 */
export const joinFrames = (pieces: readonly SpeakerFrames[], startMs = 0): SpeakerFrames => {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  return {
    startMs: first?.startMs ?? startMs,
    count: pieces.reduce((sum, { count }) => sum + count, 0),
    features: join(pieces.map(({ features }) => features)),
    weights: join(pieces.map(({ weights }) => weights)),
    activity: join(pieces.map(({ activity }) => activity)),
  };
};
