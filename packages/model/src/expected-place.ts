import type { Dimensions, TrainedClass } from './model-metadata.js';

/** Something that lies somewhere in V/A/D. */
export type Placed = Pick<TrainedClass, 'coordinates'>;

/** Where classes lie in V/A/D, each as probable as it is. */
export const expectedPlace = (classes: readonly Placed[], probabilities: ArrayLike<number>): Dimensions => {
  let [valence, arousal, dominance] = [0, 0, 0];
  let index = 0;
  for (const { coordinates } of classes) {
    const probability = probabilities[index++] ?? 0;
    valence += probability * coordinates[0];
    arousal += probability * coordinates[1];
    dominance += probability * coordinates[2];
  }
  return [valence, arousal, dominance];
};
