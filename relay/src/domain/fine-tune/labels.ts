import { LABELS, type EmotionLabel } from '@undertone/protocol';

/** A label that samples may carry: one of the 14, or the customer's own. */
export interface LabelSpec {
  readonly name: string;
  /**
   * For a custom label: which of the 14 labels it is reported as. Undefined: the one that the base model
   * finds most often in its samples.
   */
  readonly as: EmotionLabel | undefined;
}

const isLabel = (name: string): name is EmotionLabel => LABELS.some((label) => label === name);

/** A label as it was named in a request. */
export const labelSpec = (name: string, as?: EmotionLabel): LabelSpec => ({
  name,
  as: isLabel(name) ? name : as,
});

/** The labels of a job that names none. */
export const COMMON_LABELS: readonly LabelSpec[] = LABELS.map((name) => labelSpec(name));

/** Why a label outside this list is refused, and what to do about it. */
export const whyUnknown = (labels: readonly LabelSpec[]): string =>
  labels.length === LABELS.length && labels.every(({ name }) => isLabel(name))
    ? 'the label is not one of the 14; to have your own, name in labels every label that samples carry'
    : 'the label is not in labels, which names every label that samples carry, those of the 14 too';
