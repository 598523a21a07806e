import { LABELS, type EmotionLabel, UNCERTAIN } from '@undertone/protocol';
import { z } from 'zod';
import type { LeadingEmotion } from '../call/emotion/shown-label.js';
import { leadingEmotion, type OverallEmotion } from '../recordings/overall-emotion.js';

const label = z.enum([...LABELS, UNCERTAIN]);

const probabilities = z
  .strictObject(
    Object.fromEntries(
      LABELS.map((name) => [name, z.number().min(0).max(1).describe('Its probability, 0 to 1.')]),
    ) as {
      [L in EmotionLabel]: z.ZodNumber;
    },
  )
  .meta({ id: 'EmotionProbabilities', description: 'Every label; they sum to 1.' });

/** How a stretch of speech sounded, as every answer tells it. */
export const emotionFields = {
  emotion: label
    .meta({ description: 'The top emotion label; `uncertain` only where there is no reading at all.' })
    .optional(),
  confidence: z.number().min(0).max(1).optional().describe('How sure the label is, 0 to 1.'),
  emotion_probabilities: probabilities.nullable().optional(),
  uncertain: z
    .boolean()
    .meta({
      description:
        'The confidence lies below the model’s own floor: show the label as uncertain. Confidence is never above the probability that it was speech; `quality.doubts` says what lowered it.',
    })
    .optional(),
};
const dimension = z.number().min(-1).max(1).nullable().optional();
export const dimensionFields = {
  valence: dimension.describe('-1 unpleasant to 1 pleasant.'),
  arousal: dimension.describe('-1 calm to 1 excited.'),
  dominance: dimension.describe('-1 submissive to 1 dominant.'),
};

const NO_EMOTION = {
  emotion: UNCERTAIN,
  confidence: 0,
  emotion_probabilities: null,
  uncertain: true,
} as const;
const NO_DIMENSIONS = { valence: null, arousal: null, dominance: null } as const;

export type EmotionFields = z.infer<z.ZodObject<typeof emotionFields>>;

/** Without speech there is no reading, and the answer does not say neutral instead. */
export const emotionOf = (
  opinion: Pick<OverallEmotion, 'probabilities' | 'uncertainBelow' | 'trust'> | undefined,
): EmotionFields => {
  if (opinion === undefined) return NO_EMOTION;
  const { emotion, confidence, uncertain }: LeadingEmotion = leadingEmotion(opinion);
  return { emotion, confidence, emotion_probabilities: { ...opinion.probabilities }, uncertain };
};

export const dimensionsOf = (
  opinion: Pick<OverallEmotion, 'dimensions'> | undefined,
): z.infer<z.ZodObject<typeof dimensionFields>> =>
  opinion === undefined ? NO_DIMENSIONS : { ...opinion.dimensions };
