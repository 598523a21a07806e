import { EMOTION_LABELS, type EmotionLabel } from './emotion-labels.js';
import type { Dimensions, LabelShare, ModelMetadata } from './model-metadata.js';

/** V/A/D that the classes leave unexplained: what was read minus the classes' expected coordinates. */
const residual = (
  { classes }: ModelMetadata,
  classProbabilities: ArrayLike<number>,
  vad: Dimensions,
): Dimensions => {
  let [valence, arousal, dominance] = [0, 0, 0];
  let index = 0;
  for (const { coordinates } of classes) {
    const probability = classProbabilities[index++] ?? 0;
    valence += probability * coordinates[0];
    arousal += probability * coordinates[1];
    dominance += probability * coordinates[2];
  }
  return [vad[0] - valence, vad[1] - arousal, vad[2] - dominance];
};

/** What a label gets of its class, before all of the class's are brought to 1. */
const weightOf = ({ share, direction }: LabelShare, rest: Dimensions): number =>
  share * Math.exp(direction[0] * rest[0] + direction[1] * rest[1] + direction[2] * rest[2]);

const NO_PROBABILITIES = Object.fromEntries(EMOTION_LABELS.map((label) => [label, 0])) as Record<
  EmotionLabel,
  number
>;

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
export const mapToLabels = (
  metadata: ModelMetadata,
  classProbabilities: ArrayLike<number>,
  vad: Dimensions,
): Record<EmotionLabel, number> => {
  const probabilities = { ...NO_PROBABILITIES };
  const rest = residual(metadata, classProbabilities, vad);
  let index = 0;
  // Loops, here and in what is read beside it: functions made for each reading were compiled anew all the time.
  for (const { labels } of metadata.classes) {
    const own = classProbabilities[index++] ?? 0;
    let total = 0;
    for (const item of labels) total += weightOf(item, rest);
    for (const item of labels) probabilities[item.label] += (own * weightOf(item, rest)) / total;
  }
  return probabilities;
};

/** Whether no class of the model is named after the label: its probability is a documented split. */
export const isDerived = ({ classes }: ModelMetadata, label: EmotionLabel): boolean => {
  for (const { name } of classes) if (name === label) return false;
  return true;
};

/** The labels that {@link isDerived}. */
export const derivedLabels = (metadata: ModelMetadata): ReadonlySet<EmotionLabel> =>
  new Set(EMOTION_LABELS.filter((label) => isDerived(metadata, label)));
