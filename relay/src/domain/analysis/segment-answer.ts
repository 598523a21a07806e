import { z } from 'zod';
import { defined } from '../defined.js';
import { dimensionFields, dimensionsOf, emotionFields, emotionOf } from './reading-answer.js';
import type { RecordingReport } from './recording-report.js';
import { rounded } from './rounded.js';

const { emotion, confidence, uncertain } = emotionFields;

export const segmentSchema = z
  .strictObject({
    channel: z.number().int().min(0).describe('Of the recording, from 0.'),
    start: z.number().meta({ description: 'seconds' }),
    end: z.number().meta({ description: 'seconds' }),
    emotion,
    confidence,
    uncertain,
    ...dimensionFields,
  })
  .meta({ id: 'Segment' });

type SegmentAnswer = z.infer<typeof segmentSchema>;

/** The course of the recording with the features that were asked for. */
export const segmentsOf = ({
  request: { features },
  segments,
}: Pick<RecordingReport, 'request' | 'segments'>): { segments?: SegmentAnswer[] } => {
  const [wantsEmotion, wantsDimensions] = [features.includes('emotion'), features.includes('vad')];
  if (segments === undefined || (!wantsEmotion && !wantsDimensions)) return {};
  return {
    segments: segments.map(({ channel, startMs, endMs, emotion: heard }) => {
      const told = emotionOf(heard);
      const leading = defined({
        emotion: told.emotion,
        confidence: told.confidence,
        uncertain: told.uncertain,
      });
      return {
        channel,
        start: rounded(startMs / 1000),
        end: rounded(endMs / 1000),
        ...(wantsEmotion && leading),
        ...(wantsDimensions && dimensionsOf(heard)),
      };
    }),
  };
};
