import { LABELS } from '@undertone/protocol';
import { z } from 'zod';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { defined } from '../../domain/defined.js';
import type { TrainingUtterances } from '../../domain/fine-tune/training-utterances.js';
import { storableText } from '../../domain/storable-text.js';
import { defineOperation } from '../../routes/requests/operation.js';
import { invalid } from '../../routes/requests/json-body.js';
import type { KeyRoute } from '../../routes/requests/route.js';
import { jsonReply } from '../../transport/http-message.js';
import { readPredictionId } from './prediction-id.js';
import { fromUnit } from './scales.js';

const valence = z.number().min(-1).max(1);
const unit = z.number().min(0).max(1);

/** Earlier clients wrote `correct_…`, later ones write `corrected_…`. */
const correctionBody = z
  .strictObject({
    prediction_id: z.string().min(1).max(1_200).meta({ description: 'Of an analysis with `session_id`.' }),
    correct_emotion: z.enum(LABELS).meta({ description: 'What it should have been told as.' }).optional(),
    corrected_valence: valence.meta({ description: 'What it really was, -1 to 1.' }).optional(),
    corrected_arousal: unit.meta({ description: '0 to 1, as that service counts it.' }).optional(),
    corrected_dominance: unit.meta({ description: 'Of no account: named in `ignored`.' }).optional(),
    correct_valence: valence.meta({ description: 'Of earlier clients: `corrected_valence`.' }).optional(),
    correct_arousal: unit.meta({ description: 'Of earlier clients: `corrected_arousal`.' }).optional(),
    correct_dominance: unit.meta({ description: 'Of no account: named in `ignored`.' }).optional(),
    notes: storableText(10_000).meta({ description: 'Of no account: named in `ignored`.' }).optional(),
  })
  .meta({ id: 'ForeignCorrection' });

const accepted = z.strictObject({
  status: z.literal('accepted').meta({ description: 'It was taken.' }),
  prediction_id: z.string().meta({ description: 'As it was sent.' }),
  ignored: z.array(z.string()).meta({ description: 'Fields that have no place here.' }),
});

/** `POST /v1/feedback/correction`. */
export const foreignCorrectionRoute = (
  conversations: Conversations,
  training: TrainingUtterances | undefined,
): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/feedback/correction',
    operationId: 'correctPrediction',
    tag: 'Compatibility',
    summary: 'Correct a prediction',
    description:
      'For clients of the hosted service; elsewhere, `POST /v1/feedback/corrections`, which does the same by session and utterance.',
    body: correctionBody,
    responses: { 200: { description: 'Taken', schema: accepted } },
    faults: ['not_found', 'overloaded'],
    handle: async ({ body }, { organization }) => {
      const { prediction_id: id, correct_emotion: emotion, notes } = body;
      const { sessionId, utteranceId } = readPredictionId(id);
      const arousal = body.corrected_arousal ?? body.correct_arousal;
      const correction = defined({
        emotion,
        valence: body.corrected_valence ?? body.correct_valence,
        arousal: arousal === undefined ? undefined : fromUnit(arousal),
      });
      if (Object.keys(correction).length === 0) {
        throw invalid('the request has invalid parameters', {
          body: ['must correct emotion, valence or arousal; dominance changes nothing here'],
        });
      }
      await conversations.correct(organization.id, sessionId, utteranceId, correction);
      if (emotion !== undefined) {
        await training?.label({ orgId: organization.id, sessionId, utteranceId }, emotion);
      }
      const hasDominance = (body.corrected_dominance ?? body.correct_dominance) !== undefined;
      const ignored = [...(hasDominance ? ['dominance'] : []), ...(notes === undefined ? [] : ['notes'])];
      return jsonReply(200, { status: 'accepted', prediction_id: id, ignored });
    },
  });
