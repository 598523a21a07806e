import { LABELS } from '@undertone/protocol';
import { z } from 'zod';
import type { TrainingUtterances } from '../../domain/fine-tune/training-utterances.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { observedAnswer } from '../sessions/session-answer.js';
import { ownId } from '../sessions/session-fields.js';
import { observedSchema } from '../sessions/session-schemas.js';

const dimension = (description: string) => z.number().min(-1).max(1).meta({ description }).optional();

const correctionBody = z
  .strictObject({
    session_id: ownId.meta({ description: 'Of the session.' }),
    utterance_id: ownId.meta({
      description: 'Of one of its utterances: a turn’s id, or the one that you gave.',
    }),
    emotion: z.enum(LABELS).meta({ description: 'What it should have been told as.' }).optional(),
    valence: dimension('How pleasant it really was, from unpleasant to pleasant.'),
    arousal: dimension('How agitated it really was, from calm to agitated.'),
  })
  .refine(
    ({ emotion, valence, arousal }) => [emotion, valence, arousal].some((given) => given !== undefined),
    {
      message: 'must correct emotion, valence or arousal',
    },
  );

/** `POST /v1/feedback/corrections`: how an utterance really sounded. */
export const correctionRoute = (sessions: Conversations, training?: TrainingUtterances): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/feedback/corrections',
    operationId: 'correctUtterance',
    tag: 'Feedback',
    summary: 'Correct how an utterance sounded',
    description:
      'The session is read anew with it, and what the organization learned from the session is learned anew. The emotion model itself does not change; where the utterance’s consent covers `training`, a corrected emotion becomes a sample for `POST /v1/fine-tune` with `corrections`.',
    body: correctionBody,
    responses: {
      200: { description: 'The utterance as corrected, and what follows', schema: observedSchema },
    },
    faults: ['not_found', 'overloaded'],
    handle: async ({ body }, { organization }) => {
      const observed = await sessions.correct(organization.id, body.session_id, body.utterance_id, body);
      if (body.emotion !== undefined) {
        const { session_id: sessionId, utterance_id: utteranceId } = body;
        await training?.label({ orgId: organization.id, sessionId, utteranceId }, body.emotion);
      }
      return jsonReply(200, observedAnswer(observed));
    },
  });
