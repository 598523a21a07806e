import { z } from 'zod';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { TRANSCRIPT_LIMITS, type TranscriptLine } from '../../domain/conversations/transcript.js';
import { jsonReply } from '../../transport/http-message.js';
import { invalid } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { utteranceOf } from './session-answer.js';
import { afterUtterance, sessionParams } from './session-fields.js';
import { utteranceSchema } from './session-schemas.js';
import { nextCursor } from '../requests/page-cursor.js';

const lineSchema = z
  .strictObject({
    utterance_id: z.string().describe('As in `GET /v1/sessions/{id}`.'),
    speaker_id: z.string().describe('As in the session’s utterances.'),
    role: z.enum(['caller', 'agent']).describe('Of who spoke.'),
    start: z.number().describe('Seconds from the session’s begin.'),
    end: z.number().describe('Seconds from the session’s begin.'),
    emotion: z.string().nullable().describe('How it sounded; null where nobody was heard.'),
    uncertain: z.boolean().nullable().describe('Show the label as uncertain.'),
    mood: utteranceSchema.shape.mood,
    text: z.string().describe('What was said.'),
  })
  .meta({ id: 'TranscriptLine', description: 'Times in seconds.' });

const transcriptQuery = z.strictObject({ cursor: afterUtterance });

/** `GET /v1/sessions/{id}/transcript`: what was said, where the organization wants it kept. */
export const transcriptRoute = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/sessions/:id/transcript',
    operationId: 'getTranscript',
    tag: 'Sessions',
    summary: 'Get what was said in a session',
    description:
      `Words that came with utterances and streams, in order, ${TRANSCRIPT_LIMITS.lines} lines a page. They are kept only while \`transcript_days\` ` +
      'of the organization is set, that many days from when they came, and at most as long as the session. What arrives while a ' +
      'payment is taken is not taken up.',
    params: sessionParams,
    query: transcriptQuery,
    responses: {
      200: {
        description: 'A page of lines; none where nothing is kept',
        schema: z.strictObject({
          transcript_days: z
            .number()
            .int()
            .nullable()
            .meta({ description: 'How long the organization keeps words now; null: not at all.' }),
          lines: z.array(lineSchema).describe('In order; utterances without words are left out.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ params, query }, { organization }) => {
      const page = await sessions.pages.transcript(organization.id, params.id, query.cursor);
      if (page === undefined) {
        throw invalid('the request has invalid parameters', { cursor: ['is no line that there is'] });
      }
      const last = page.hasMore ? page.lines.at(-1) : undefined;
      return jsonReply(200, {
        transcript_days: organization.policy.transcriptDays,
        lines: page.lines.map(lineOf),
        next_cursor: last?.utterance.utteranceId ?? null,
      });
    },
  });

const lineOf = ({ utterance, text }: TranscriptLine): z.input<typeof lineSchema> => {
  const { id, speaker_id, role, start, end, emotion, uncertain, mood } = utteranceOf(utterance);
  return { utterance_id: id, speaker_id, role, start, end, emotion, uncertain, mood, text };
};
