import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { storableText } from '../../domain/storable-text.js';
import { defineOperation } from '../../routes/requests/operation.js';
import type { KeyRoute } from '../../routes/requests/route.js';
import { fromSpoken } from '../../routes/sessions/read-utterance.js';
import { sessionParams } from '../../routes/sessions/session-fields.js';
import { LANGUAGE, NOT_A_LANGUAGE } from './recording.js';

const TRANSCRIPT_CHARACTERS = 100_000;

const transcriptBody = z
  .strictObject({
    content: storableText(TRANSCRIPT_CHARACTERS).min(1).describe('The words, as one text.'),
    language: z
      .string()
      .max(35)
      .regex(LANGUAGE, NOT_A_LANGUAGE)
      .describe('Of the words, such as `en`. Changes nothing, since nothing here reads what they mean.')
      .optional(),
  })
  .meta({ id: 'SessionTranscriptBody' });

/** `POST /v1/sessions/{id}/transcript`: the words of a conversation. */
export const transcriptRoute = (conversations: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/sessions/:id/transcript',
    operationId: 'addTranscript',
    tag: 'Compatibility',
    summary: 'Add a transcript to a session',
    description:
      'For clients of the hosted service; elsewhere, `POST /v1/sessions/{id}/utterances` with `transcript`, turn by turn. One utterance without a tone is added; the words themselves are kept only where `transcript_days` of the organization says so, and the same words count once.',
    params: sessionParams,
    body: transcriptBody,
    responses: { 204: { description: 'Added' } },
    faults: ['conflict', 'overloaded'],
    handle: async ({ params, body }, { organization }) => {
      const spoken = { transcript: body.content, utterance_id: idOf(body.content) };
      const utterance = fromSpoken(spoken, organization.policy);
      await conversations.add(organization.id, params.id, utterance, body.content);
      return { status: 204 };
    },
  });

/** The same words have the same id, so that a retry adds nothing. */
const idOf = (words: string): string =>
  `transcript_${createHash('sha256').update(words).digest('base64url').slice(0, 22)}`;
