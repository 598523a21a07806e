import { expectedPlace, type Placed } from './expected-place.js';
import type { Dimensions, ModelMetadata, TrainedClass } from './model-metadata.js';

const places = new WeakMap<ModelMetadata, readonly Placed[]>();

/** Where a class lies as it is told: boredom, of which most is told as neutral, lies near neutral. */
const placeOf = ({ labels, coordinates }: TrainedClass, classes: readonly TrainedClass[]): Placed => {
  const place = (axis: 0 | 1 | 2): number => {
    let sum = 0;
    for (const { label, share } of labels)
      sum += share * (classes.find(({ name }) => name === label)?.coordinates ?? coordinates)[axis];
    return sum;
  };
  return { coordinates: [place(0), place(1), place(2)] };
};

const placesOf = (metadata: ModelMetadata): readonly Placed[] => {
  const known = places.get(metadata);
  if (known !== undefined) return known;
  const { classes } = metadata;
  const own = classes.map((each) => placeOf(each, classes));
  places.set(metadata, own);
  return own;
};

const unit = (value: number): number => Math.min(1, Math.max(-1, value));

/**
 * V/A/D as they are told: where the classes lie that were heard, each as probable as it is, and of what the model's output
 * says beyond that the share `vadBeyondClasses`. So a label and its valence say the same. Without that field it is the output.
 *
 * @param classProbabilities in the order of `metadata.classes`, summing to 1
 * @param vad the model's output, each -1 to 1
 */
export const toldDimensions = (
  metadata: ModelMetadata,
  classProbabilities: ArrayLike<number>,
  vad: Dimensions,
): Dimensions => {
  const { vadBeyondClasses: share = 1 } = metadata;
  if (share === 1) return vad;
  const [valence, arousal, dominance] = expectedPlace(placesOf(metadata), classProbabilities);
  return [
    unit(valence + share * (vad[0] - valence)),
    unit(arousal + share * (vad[1] - arousal)),
    unit(dominance + share * (vad[2] - dominance)),
  ];
};
