import { LABELS, UNCERTAIN } from '@undertone/protocol';
import { z } from 'zod';
import { HEARD_MOODS } from '../../domain/call/emotion/heard-mood.js';
import { CONVERSATION_SORTS } from '../../domain/conversations/conversation-store.js';
import { MARK_LIMITS, searchedWords } from '../../domain/conversations/conversation-marks.js';
import { LIFECYCLE_STATES } from '../../domain/conversations/lifecycle.js';
import { outcomeSchema } from '../../domain/predictions/outcome.js';
import { CONVERSATION_LIMITS } from '../../domain/conversations/conversation-record.js';
import { sessionIdText } from '../../domain/conversations/session-id.js';
import { storableText } from '../../domain/storable-text.js';
import { DEFAULT_VERTICAL, VERTICAL_NAMES } from '../../domain/call/verticals/verticals.js';
import { timestamp } from '../accounts/fields.js';
import { analysisFields } from '../analysis/analysis-fields.js';
import { isNestedWithin } from '../requests/nested-levels.js';
import { languageTag } from '../requests/language-tag.js';
import { cursorText } from '../requests/page-cursor.js';
import { pageSize, shareText } from '../requests/query-number.js';

/** An id or name that an organization chose itself. */
export const ownId = storableText(CONVERSATION_LIMITS.idCharacters).min(1);

/** A decoded segment of the path; the router does not decode escapes. An invalid escape matches nothing. */
export const segment = z.string().transform((text) => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
});

const pathId = segment.pipe(ownId);

const sessionName = pathId.describe('The name of the session.');

export const sessionParams = z.strictObject({ id: sessionName });
export const alertParams = z.strictObject({
  id: sessionName,
  alert_id: z.string().describe('Of the session’s.'),
});

/** Who reads may speak another language than who called. */
export const readerQuery = z.strictObject({
  language: languageTag.meta({ description: 'Of the texts; the session’s own unless given.' }).optional(),
});

/** Where a list of a session's own goes on. */
export const afterUtterance = ownId.meta({ description: 'The `next_cursor` of the page before.' }).optional();

export const newSession = z
  .strictObject({
    session_id: sessionIdText
      .meta({
        description:
          'Your own name for it, any text; another organization may use the same. Absent: a fresh one.',
      })
      .optional(),
    vertical: z
      .enum(VERTICAL_NAMES)
      .meta({ description: `The rules that judge state and metrics; ${DEFAULT_VERTICAL} when absent.` })
      .optional(),
    language: languageTag
      .meta({
        description:
          'Of the texts in answers: de, en, es, fr, it, nl, pl, pt or tr by its primary language; anything else reads as en.',
      })
      .optional(),
    external_id: ownId
      .meta({
        description:
          'Your reference of whom or what it is about, such as a customer or a case: sessions can be listed by it.',
      })
      .optional(),
    metadata: analysisFields.metadata,
  })
  .meta({ id: 'NewSession' });

const share = z.number().min(0).max(1);
const dimension = z.number().min(-1).max(1);
const label = z.enum([...LABELS, UNCERTAIN]);

/** An analysis has about ten levels; the caller's own metadata in it may have more. */
const RESULT_LEVELS = 500;

/** An existing analysis result: the answer of `POST /v1/analyze`, of which these fields are used. */
export const computedResult = z
  .looseObject({
    emotion: label.describe('The label that was answered.').optional(),
    confidence: share.describe('How sure it is, 0 to 1.').optional(),
    valence: dimension.describe('Unpleasant to pleasant, -1 to 1.').nullable().optional(),
    arousal: dimension.describe('Calm to agitated, -1 to 1.').nullable().optional(),
    dominance: dimension.describe('Submissive to dominant, -1 to 1.').nullable().optional(),
    signals: z
      .looseObject({
        escalation: share.describe('0 to 1.'),
        engagement: share.describe('0 to 1.').optional(),
        stress: share.describe('0 to 1.').optional(),
        certainty: share.describe('0 to 1.').optional(),
        intensity: share.describe('0 to 1.').optional(),
      })
      .describe('As in the answer.')
      .nullable()
      .optional(),
    duration: z.number().positive().max(3_600).describe('Seconds of audio, at most an hour.').optional(),
    emotion_probabilities: z
      .record(z.string(), share)
      .describe('Of every label, 0 to 1.')
      .nullable()
      .optional(),
    uncertain: z.boolean().describe('As in the answer.').optional(),
  })
  .refine((result) => isNestedWithin(RESULT_LEVELS, result), `may be nested ${RESULT_LEVELS} levels deep`)
  .meta({ id: 'ComputedResult', description: 'The result of an analysis, as it was answered.' });

/** The place of an utterance in its conversation; the audio, the result or the words are separate fields. */
export const placeFields = {
  utterance_id: ownId
    .meta({ description: 'Your own name for it: the same again changes nothing and answers 200.' })
    .optional(),
  index: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: 'Its place in the conversation, from 0, where you do not know times.' })
    .optional(),
  start: z
    .number()
    .min(0)
    .max(7 * 86_400)
    .meta({ description: 'Seconds since the conversation began; absent: behind the utterance before.' })
    .optional(),
  duration: z
    .number()
    .positive()
    .max(3_600)
    .meta({ description: 'Seconds; of audio it is known. Absent for words: estimated from their length.' })
    .optional(),
};

export const utterancePlace = z.strictObject(placeFields);

/** Words or a result; audio is read as in `POST /v1/analyze`. */
export const spokenUtterance = z.strictObject({
  ...placeFields,
  result: computedResult.optional(),
  transcript: analysisFields.transcript,
  speaker_id: analysisFields.speaker_id,
  subject: analysisFields.subject,
});
export type SpokenUtterance = z.output<typeof spokenUtterance>;

const { csat, escalated, resolved, churned } = outcomeSchema.shape;

export const sessionOutcome = z
  .strictObject({
    csat: csat.unwrap().meta({ description: 'Score the customer gave, 1 to 5.' }).optional(),
    escalated: escalated.unwrap().describe('Somebody else had to take over.').optional(),
    resolved: resolved.unwrap().describe('What the caller came for was settled.').optional(),
    churned: churned.unwrap().describe('The customer left.').optional(),
    kpis: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Values of the organization’s own KPIs, by name.' })
      .optional(),
    observed_at: timestamp.meta({ description: 'When it was known; not in the future.' }).optional(),
  })
  .meta({
    id: 'SessionOutcome',
    description: 'How a conversation turned out; what is not known is left out.',
  });

export const endedBody = z.strictObject({ outcome: sessionOutcome.optional() });

/** States, comma-separated. */
const statesText = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(LIFECYCLE_STATES)).min(1).max(LIFECYCLE_STATES.length))
  .meta({ description: `Only sessions in these states, comma-separated: ${LIFECYCLE_STATES.join(', ')}.` });

/** Names, comma-separated. */
const namesText = <T extends string>(names: readonly [T, ...T[]]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)).min(1).max(names.length));

const OVER_ALONE = 'Finds sessions that are over.';

export const pageQuery = z.strictObject({
  limit: pageSize(CONVERSATION_LIMITS.page.default, CONVERSATION_LIMITS.page.most),
  state: statesText.optional(),
  q: storableText(200)
    .min(1)
    .refine((text) => searchedWords(text).length > 0, 'must name at least one word')
    .refine(
      (text) => searchedWords(text).length <= MARK_LIMITS.searched,
      `must be at most ${MARK_LIMITS.searched} words`,
    )
    .meta({
      description:
        'Words, each the beginning of one in the id, in `external_id` or in a text of `metadata`; upper and lower case are the same.',
    })
    .optional(),
  vertical: namesText(VERTICAL_NAMES)
    .meta({ description: `Only these verticals, comma-separated: ${VERTICAL_NAMES.join(', ')}.` })
    .optional(),
  emotion: namesText([...LABELS, UNCERTAIN])
    .meta({ description: `Only where one of these was heard longest, comma-separated. ${OVER_ALONE}` })
    .optional(),
  mood: namesText(HEARD_MOODS)
    .meta({
      description: `Only where one of these moods lasted longest, comma-separated: ${HEARD_MOODS.join(', ')}. ${OVER_ALONE} Of streams alone.`,
    })
    .optional(),
  peak_escalation_from: shareText
    .meta({ description: `Only where the escalation risk reached this, 0 to 1. ${OVER_ALONE}` })
    .optional(),
  alert: storableText(64)
    .min(1)
    .meta({ description: 'Only where an alert of this type was raised.' })
    .optional(),
  agent: ownId.meta({ description: 'Only with this `agent_id`, or `agent`, in their metadata.' }).optional(),
  person: ownId.meta({ description: 'Only where this enrolled person was recognized.' }).optional(),
  sort: z
    .enum(CONVERSATION_SORTS)
    .meta({ description: '`created_at` unless given. The others list only sessions that are over.' })
    .optional(),
  order: z.enum(['desc', 'asc']).meta({ description: '`desc` unless given.' }).optional(),
  external_id: ownId.meta({ description: 'Only sessions about this.' }).optional(),
  created_after: timestamp.meta({ description: 'Only sessions that began then or later.' }).optional(),
  created_before: timestamp.meta({ description: 'Only sessions that began before.' }).optional(),
  cursor: cursorText.optional(),
});
