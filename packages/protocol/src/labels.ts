/** The fourteen emotion labels of the interface specification, in its order. */
export const LABELS = [
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

/** One of {@link LABELS}. */
export type EmotionLabel = (typeof LABELS)[number];

/** What the stream sends when its confidence is below the model's floor. */
export const UNCERTAIN = 'uncertain';
