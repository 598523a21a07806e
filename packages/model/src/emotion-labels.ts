/**
 * The 14 labels of the interface specification, in its order. A trained model may know fewer classes. Its metadata
 * describes how these classes become the labels (see `label-mapping.ts`).
 */
export const EMOTION_LABELS = [
  'neutral',
  'happy',
  'sad',
  'angry',
  'fearful',
  'disgusted',
  'surprised',
  'contempt',
  'anxious',
  'confused',
  'excited',
  'amused',
  'content',
  'frustrated',
] as const;

/** One of {@link EMOTION_LABELS}. */
export type EmotionLabel = (typeof EMOTION_LABELS)[number];

/** Whether a string is one of the 14 labels. */
export const isEmotionLabel = (value: string): value is EmotionLabel =>
  (EMOTION_LABELS as readonly string[]).includes(value);
