import { answerOf } from '../../domain/analysis/analysis-answer.js';
import { recordingUtterance } from '../../domain/conversations/utterances/recording-utterance.js';
import type { Observed, Conversations } from '../../domain/conversations/conversations.js';
import { jsonReply } from '../../transport/http-message.js';
import {
  analyzeForm,
  AUDIO_FAULTS,
  audioBase64,
  audioUrl,
  analysisFields,
} from '../analysis/analysis-fields.js';
import { type AnalysisRoutesOptions, BODY_LIMIT_BYTES, DEADLINES } from '../analysis/analyze.js';
import { checkInput } from '../requests/json-body.js';
import type { KeyRoute } from '../requests/route.js';
import { readUtterance } from './read-utterance.js';
import { observedAnswer } from './session-answer.js';
import { observedSchema } from './session-schemas.js';
import { troublesText, UTTERANCE_TROUBLES } from './session-troubles.js';
import { placeFields, sessionParams, spokenUtterance } from './session-fields.js';
import { defined } from '../../domain/defined.js';

const { vertical, features, model, metadata, diarize, cues, language, consent } = analysisFields;

const utteranceBody = spokenUtterance
  .extend({
    vertical,
    features,
    model,
    metadata,
    diarize,
    cues,
    language,
    consent,
    audio_url: audioUrl.optional(),
    audio_base64: audioBase64.optional(),
  })
  .meta({
    id: 'NewUtterance',
    description:
      'One of `audio_url`, `audio_base64`, `result` and `transcript`; words may go with audio or a result.',
  });

const utteranceForm = analyzeForm
  .omit({ session_id: true })
  .extend(placeFields)
  .meta({ id: 'NewUtteranceForm' });

/** `POST /v1/sessions/{id}/utterances`. */
export const utteranceRoute = (
  sessions: Conversations,
  { analyzer, derivedLabels, training }: AnalysisRoutesOptions,
): KeyRoute => ({
  method: 'POST',
  path: '/v1/sessions/:id/utterances',
  access: 'api_key',
  scope: 'sessions',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc: {
    operationId: 'addUtterance',
    tag: 'Sessions',
    summary: 'Add utterance to a session',
    description: [
      'Audio by any source, an analysis result that is there already, or a transcript turn. An utterance counts once, by its id; one that arrives late is put where it belongs. Audio stands from its first speech to its last, the silence around it passes: a call that is cut into recordings has the times of the call. Sent without `start` and `index`, it follows what came before.',
      troublesText(UTTERANCE_TROUBLES),
    ].join('\n\n'),
    params: sessionParams,
    bodies: { 'application/json': utteranceBody, 'multipart/form-data': utteranceForm },
    responses: {
      201: { description: 'Added', schema: observedSchema },
      200: { description: 'It was there already; nothing was changed or billed', schema: observedSchema },
    },
    faults: ['conflict', ...AUDIO_FAULTS],
  },
  async handle({ request, params }, { organization, key }) {
    const { id } = checkInput(sessionParams, params);
    const read = await readUtterance(request, organization.policy);
    if (read.kind === 'ready') {
      return replyOf(await sessions.add(organization.id, id, read.utterance, read.words));
    }
    const known = await sessions.lookFor(organization.id, id, read.place);
    if (known !== undefined) return replyOf(known);
    const payer = { organization, keyId: key.id };
    const taken: { observed?: Observed } = {};
    const report = await analyzer.analyze({
      id: request.id,
      payer,
      request: read.request,
      linkTo: id,
      signal: request.signal,
      // In the meantime the session may have ended, or another request may have sent the same utterance. Then
      // nothing is charged.
      admit: async (heard) => {
        const utterance = recordingUtterance(heard, read.place, organization.policy);
        taken.observed = await sessions.add(organization.id, id, utterance, read.request.transcript);
        return !taken.observed.duplicate;
      },
    });
    const added = taken.observed;
    if (added === undefined) throw new Error('an analyzed utterance is added to its session');
    if (added.duplicate) return replyOf(added);
    if (report.heard !== undefined) {
      await training?.keep({
        orgId: organization.id,
        sessionId: id,
        utteranceId: added.utterance.utteranceId,
        speaker: added.utterance.speakerId,
        heard: report.heard,
      });
    }
    const analysis = answerOf(report, { requestId: request.id, derivedLabels: derivedLabels() });
    return replyOf(added, analysis);
  },
});

const replyOf = (observed: Observed, analysis?: object): ReturnType<typeof jsonReply> =>
  jsonReply(observed.duplicate ? 200 : 201, {
    ...observedAnswer(observed),
    ...defined({ analysis }),
  });
