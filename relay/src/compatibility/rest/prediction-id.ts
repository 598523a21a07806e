/** `prediction_id`: which reading a later correction is about. */
import { invalid } from '../../routes/requests/json-body.js';

const FORM = /^([A-Za-z0-9_-]{1,128})(?:\.([A-Za-z0-9_-]{1,1024}))?$/;

/** An analysis that belongs to a conversation is kept under its request's id. The name of the conversation travels with it. */
export const predictionId = (requestId: string, sessionId: string | undefined): string =>
  sessionId === undefined ? requestId : `${requestId}.${Buffer.from(sessionId).toString('base64url')}`;

export interface Predicted {
  readonly utteranceId: string;
  readonly sessionId: string;
}

/** @throws HttpError 400 when it is none of ours, or belongs to no conversation */
export const readPredictionId = (text: string): Predicted => {
  const [, utteranceId, session] = FORM.exec(text) ?? [];
  if (utteranceId === undefined) throw problem('is not the prediction_id of an analysis');
  if (session === undefined) {
    throw problem(
      'was analyzed without session_id, so nothing of it was kept to correct: send session_id with the audio',
    );
  }
  return { utteranceId, sessionId: Buffer.from(session, 'base64url').toString('utf8') };
};

const problem = (message: string): Error =>
  invalid('the request has invalid parameters', { prediction_id: [message] });
