import { filterPortably } from './portable-polyphase.js';
import type { ResamplerFilter } from './resampler-filter.js';

/** Which outputs are computed. */
export interface PolyphasePlace {
  /** Input sample that the first output begins at. */
  start: number;
  /** Row of the filter's bank for the first output. */
  phase: number;
  /** Outputs. */
  count: number;
  /** Where in the output they go. */
  offset: number;
}

/**
 * The inner loop of `Resampler`: filters an input that reaches as far as the last output needs. It keeps nothing of a
 * stream, so all streams of a thread can share one.
 */
export type Polyphase = (
  filter: ResamplerFilter,
  input: Float32Array,
  place: Readonly<PolyphasePlace>,
  output: Float32Array,
) => void;

let shared: Polyphase = filterPortably;

/** That of this thread: plain JavaScript, unless {@link sharePolyphase} replaced it. */
export const sharedPolyphase = (): Polyphase => shared;

/** Sets what resamplers made from now on use. */
export const sharePolyphase = (polyphase: Polyphase): void => {
  shared = polyphase;
};
