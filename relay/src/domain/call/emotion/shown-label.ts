import { LABELS, UNCERTAIN, type EmotionLabel } from '@undertone/protocol';

/** The likeliest label of a stretch of speech, and how far it can be believed. */
export interface LeadingEmotion {
  readonly emotion: EmotionLabel | typeof UNCERTAIN;
  /** The label's probability times how far the audio can be believed. */
  readonly confidence: number;
  /** The confidence lies below the model's own floor. */
  readonly uncertain: boolean;
}

/**
 * How a stretch of speech is named, wherever it is told. Beside its flag a label is the likeliest one, however faint: an
 * analysis, a turn of it, an utterance of a session. Where it stands alone (the stream, trajectories, summaries, events) it is
 * {@link labelAlone}. So the same reading is never told as a label here and as another one there.
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

/** A label without a flag beside it: `uncertain` below the model's floor; null where nothing was read. */
export const labelAlone = <Label extends string | null>({
  emotion,
  uncertain,
}: {
  readonly emotion: Label;
  readonly uncertain?: boolean;
}): Label | typeof UNCERTAIN => (emotion !== null && uncertain === true ? UNCERTAIN : emotion);

/** The label of most of the time; `uncertain` where there is none. */
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
