import type { SessionAnswer, SessionUtterance as Upload } from '../analyze/recording-analyzer.js';
import { answerOf } from '../predictions/answer.js';
import { heardUtterance, recordingFingerprint } from './heard-utterance.js';
import type { Sessions } from './sessions.js';

/** Texts of answers to uploads; a session that was made over REST keeps its own. */
const LANGUAGE = 'en';

/**
 * Adds an upload that names a session to it; where there is none yet, it begins here.
 * @throws Fault `conflict` for a session that is over: the upload is not charged
 */
export const observeUpload =
  (sessions: Sessions) =>
  async ({ payer, sessionId, utteranceId, report }: Upload): Promise<SessionAnswer | undefined> => {
    const { id: orgId, policy } = payer.organization;
    const { request } = report;
    await sessions.ensure({
      orgId,
      id: sessionId,
      vertical: request.vertical,
      language: LANGUAGE,
      metadata: {},
    });
    const fingerprint = recordingFingerprint(request.source);
    const place = { utteranceId, index: null, startMs: null, fingerprint };
    const { record, foresight } = await sessions.add(orgId, sessionId, heardUtterance(report, place, policy));
    return {
      predictions: { ...answerOf(foresight.prediction, record.language) },
      kpiPredictions: Object.keys(foresight.kpis).length === 0 ? undefined : foresight.kpis,
    };
  };
