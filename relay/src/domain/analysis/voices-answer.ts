import { z } from 'zod';
import { defined } from '../defined.js';
import { prosodyOf, prosodySchema } from './prosody-answer.js';
import { dimensionFields, dimensionsOf, emotionFields, emotionOf } from './reading-answer.js';
import type { RecordingReport } from './recording-report.js';
import type { RecordingSpeaker } from './recording-voices.js';
import { rounded } from './rounded.js';

export const turnSchema = z
  .strictObject({
    turn_id: z.string().describe('Of this answer alone.'),
    speaker: z
      .strictObject({
        id: z.string().describe('As in `speakers`.'),
        label: z.string().describe('The name to show.'),
      })
      .describe('Who spoke.'),
    channel: z.number().int().min(0).describe('Of the recording, from 0.'),
    start: z.number().meta({ description: 'seconds' }),
    end: z.number().meta({ description: 'seconds' }),
    text: z.string().optional().describe('The `transcript` of the request, where there is one turn.'),
    ...emotionFields,
    ...dimensionFields,
    prosody: prosodySchema.nullable(),
  })
  .meta({ id: 'Turn' });

export const speakerSchema = z.strictObject({
  id: z.string().meta({
    description:
      'Stable: the enrolled person’s own id where somebody was recognized, on every later call too.',
  }),
  label: z.string().describe('The enrolled person’s name, else `Speaker 1` …'),
  talkSeconds: z.number().describe('Seconds in which this voice speaks.'),
  person_id: z
    .string()
    .nullable()
    .optional()
    .describe('The enrolled person; null: nobody known. Present where a consent covers it.'),
  verified: z
    .boolean()
    .meta({ description: 'Whether this is an enrolled person; present where a consent covers it.' })
    .optional(),
  evidence_seconds: z.number().optional().describe('Speech that was compared, seconds.'),
  log_likelihood_ratio: z
    .number()
    .meta({
      description:
        'Natural logarithm of how much likelier the voice is this person’s than another’s; present where `verified`.',
    })
    .optional(),
});

export const overlapSchema = z.strictObject({
  start: z.number().describe('seconds'),
  end: z.number().describe('seconds'),
});

interface VoicesAnswer {
  readonly turns?: z.infer<typeof turnSchema>[];
  readonly speakers: z.infer<typeof speakerSchema>[];
  readonly overlaps?: z.infer<typeof overlapSchema>[];
}

/** A recognized person has their own id and name. A single other speaker has the `speakerId` of the request, if given. */
export const voicesOf = ({ request, turns, speakers = [], overlaps }: RecordingReport): VoicesAnswer => {
  const named = speakers.length <= 1 ? request.speakerId : undefined;
  const speakerOf = (key: string) => {
    const identity = speakers.find((each) => each.key === key)?.identity;
    if (identity?.verified === true) return { id: identity.person.speakerId, label: identity.person.label };
    return { id: named ?? key, label: named ?? key.replace('speaker_', 'Speaker ') };
  };
  const text = turns?.length === 1 ? request.transcript : undefined;
  const wants = (feature: 'emotion' | 'vad'): boolean => request.features.includes(feature);
  return {
    ...(turns !== undefined && {
      turns: turns.map((turn) => ({
        turn_id: turn.id,
        speaker: speakerOf(turn.speaker),
        channel: turn.channel,
        start: rounded(turn.startMs / 1000),
        end: rounded(turn.endMs / 1000),
        ...defined({ text }),
        ...(wants('emotion') && emotionOf(turn.emotion)),
        ...(wants('vad') && dimensionsOf(turn.emotion)),
        prosody: prosodyOf(turn.prosody),
      })),
    }),
    speakers: speakers.map(({ key, talkMs, identity }) => ({
      ...speakerOf(key),
      talkSeconds: rounded(talkMs / 1000),
      ...(identity !== undefined && identityFields(identity)),
    })),
    ...(overlaps !== undefined && {
      overlaps: overlaps.map(({ startMs, endMs }) => ({
        start: rounded(startMs / 1000),
        end: rounded(endMs / 1000),
      })),
    }),
  };
};

const identityFields = (identity: NonNullable<RecordingSpeaker['identity']>) =>
  identity.verified
    ? {
        person_id: identity.person.speakerId,
        verified: true,
        evidence_seconds: rounded(identity.person.evidenceSeconds),
        log_likelihood_ratio: rounded(identity.person.logLikelihoodRatio),
      }
    : { person_id: null, verified: false, evidence_seconds: rounded(identity.evidenceSeconds) };
