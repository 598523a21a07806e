import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

/** A stretch of frames: from `from` up to `to`, without `to`. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** Pauses up to this long belong to the turn; isolated speech shorter than this is ignored. Frames of 50 ms. */
const LONGEST_GAP = 5;
const SHORTEST_SPEECH = 3;

/** The runs of 1. */
export const spansOf = (mask: ArrayLike<number>, count = mask.length): FrameSpan[] => {
  const spans: FrameSpan[] = [];
  let from = -1;
  for (let frame = 0; frame <= count; frame += 1) {
    const on = frame < count && mask[frame] === 1;
    if (on && from < 0) from = frame;
    if (!on && from >= 0) {
      spans.push({ from, to: frame });
      from = -1;
    }
  }
  return spans;
};

/** Joins spans that are at most `gap` apart, then drops those shorter than `least`. */
export const tidySpans = (
  spans: readonly FrameSpan[],
  gap = LONGEST_GAP,
  least = SHORTEST_SPEECH,
): FrameSpan[] => {
  const joined: FrameSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && span.from - last.to <= gap)
      joined[joined.length - 1] = { from: last.from, to: span.to };
    else joined.push(span);
  }
  return joined.filter(({ from, to }) => to - from >= least);
};

/** The stretches in which somebody speaks, by the model's own activity. */
export const speechSpans = (metadata: SpeakerMetadata, frames: SpeakerFrames): FrameSpan[] => {
  const { speechAbove } = metadata.diarization;
  const mask = Uint8Array.from({ length: frames.count }, (_, n) =>
    (frames.activity[2 * n] ?? 0) >= speechAbove ? 1 : 0,
  );
  return tidySpans(spansOf(mask));
};
