import type { ModelMetadata } from './model-metadata.js';

type Described = Pick<ModelMetadata, 'stateSize' | 'stateHistory'>;

/** Numbers of the `state_out` output for each stream. */
export const stateOutSize = ({ stateSize, stateHistory }: Described): number =>
  stateHistory === undefined ? stateSize : stateHistory.start + stateHistory.size;

/**
 * Brings one stream's state forward by what a call gave for it.
 *
 * A model with a history repeats none of it: with the readers a state is three times as long as what is new in it, and
 * what a call gives is garbage afterwards.
 *
 * @param state [stateSize] as it went into the call; changed in place
 * @param next [{@link stateOutSize}] of the call
 */
export const advanceState = (
  { stateSize, stateHistory }: Described,
  state: Float32Array,
  next: Float32Array,
): void => {
  if (stateHistory === undefined) {
    state.set(next);
    return;
  }
  const { start, size } = stateHistory;
  state.copyWithin(start, start + size);
  state.set(next.subarray(0, start));
  state.set(next.subarray(start), stateSize - size);
};
