import { LABELS, UNCERTAIN, type EmotionLabel } from '@undertone/protocol';

/** The likeliest label of a stretch of speech, and how far it can be trusted. */
export interface LeadingEmotion {
  readonly emotion: EmotionLabel | typeof UNCERTAIN;
  /** The label's probability times how far the audio can be trusted. */
  readonly confidence: number;
  /** Whether the confidence is below the model's own floor. */
  readonly uncertain: boolean;
}

/**
 * The one rule for the label of a stretch of speech, so that the same reading has the same label everywhere. Where an
 * `uncertain` flag is shown too (an analysis, its turns, an utterance of a session), the label is the likeliest one, even
 * if its confidence is low. Where the label is shown alone (the stream, trajectories, summaries, events), use
 * {@link labelAlone}.
 * @param probabilities in the order of `LABELS`
 */
export const leadingLabel = (
  probabilities: readonly number[],
  uncertainBelow: number,
  trust: number,
): LeadingEmotion => {
  const highest = Math.max(...probabilities);
  const emotion = LABELS[probabilities.indexOf(highest)];
  if (emotion === undefined) return { emotion: UNCERTAIN, confidence: 0, uncertain: true };
  const confidence = highest * trust;
  return { emotion, confidence, uncertain: confidence < uncertainBelow };
};

/** The label to show without a flag: `uncertain` below the model's floor; null where there is no reading. */
export const labelAlone = <Label extends string | null>({
  emotion,
  uncertain,
}: {
  readonly emotion: Label;
  readonly uncertain?: boolean;
}): Label | typeof UNCERTAIN => (emotion !== null && uncertain === true ? UNCERTAIN : emotion);

/** The label with the most time; `uncertain` where there is none. */
export const dominantLabel = (
  stretches: readonly { readonly label: string | null; readonly ms: number }[],
): string => {
  const heardMs = new Map<string, number>();
  for (const { label, ms } of stretches) {
    if (label !== null) heardMs.set(label, (heardMs.get(label) ?? 0) + ms);
  }
  let dominant: string = UNCERTAIN;
  for (const [label, ms] of heardMs) {
    if (ms > (heardMs.get(dominant) ?? -1)) dominant = label;
  }
  return dominant;
};
