import { EMOTION_LABELS, type EmotionLabel } from './emotion-labels.js';
import type { Dimensions, LabelShare, ModelMetadata } from './model-metadata.js';

/** V/A/D that the classes leave unexplained: what was read minus the classes' expected coordinates. */
function residual(
  metadata: ModelMetadata,
  classProbabilities: ArrayLike<number>,
  vad: Dimensions,
): Dimensions {
  const expected = [0, 0, 0];
  metadata.classes.forEach(({ coordinates }, index) => {
    const probability = classProbabilities[index] ?? 0;
    coordinates.forEach((value, axis) => (expected[axis] = (expected[axis] ?? 0) + probability * value));
  });
  return [vad[0] - (expected[0] ?? 0), vad[1] - (expected[1] ?? 0), vad[2] - (expected[2] ?? 0)];
}

const pull = ({ direction }: LabelShare, rest: Dimensions): number =>
  direction[0] * rest[0] + direction[1] * rest[1] + direction[2] * rest[2];

/**
 * Spreads the trained classes' probabilities over the 14 labels.
 *
 * A class that is a label keeps its probability or gives documented parts of it to labels that no
 * corpus here marks: each label's part is `share * exp(direction · residual)`, normalised within the
 * class. The residual is what the V/A/D head heard beyond what the classes explain, so that, say,
 * anger with less power than anger usually has leans towards frustration. With no residual the shares
 * apply as they are.
 *
 * @param metadata the model's metadata
 * @param classProbabilities in the order of `metadata.classes`, summing to 1
 * @param vad valence, arousal, dominance, each -1 to 1
 * @returns all 14 labels, summing to 1
 */
export function mapToLabels(
  metadata: ModelMetadata,
  classProbabilities: ArrayLike<number>,
  vad: Dimensions,
): Record<EmotionLabel, number> {
  const probabilities = Object.fromEntries(EMOTION_LABELS.map((label) => [label, 0])) as Record<
    EmotionLabel,
    number
  >;
  const rest = residual(metadata, classProbabilities, vad);
  metadata.classes.forEach(({ labels }, index) => {
    const weights = labels.map((item) => item.share * Math.exp(pull(item, rest)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    labels.forEach(({ label }, item) => {
      probabilities[label] += ((classProbabilities[index] ?? 0) * (weights[item] ?? 0)) / total;
    });
  });
  return probabilities;
}

/** Labels that no class of the model is named after: their probability is a documented split. */
export function derivedLabels(metadata: ModelMetadata): ReadonlySet<EmotionLabel> {
  const trained = new Set(metadata.classes.map(({ name }) => name));
  return new Set(EMOTION_LABELS.filter((label) => !trained.has(label)));
}
