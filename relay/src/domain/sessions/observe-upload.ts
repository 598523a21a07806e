import { leadingEmotion } from '../analyze/opinion.js';
import type { SessionAnswer, SessionUtterance as Upload } from '../analyze/recording-analyzer.js';
import { answerOf } from '../predictions/answer.js';
import { fingerprintOf } from './session-utterance.js';
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
    const { opinion, request, audio } = report;
    if (opinion === undefined) return undefined;
    const { id: orgId, policy } = payer.organization;
    await sessions.ensure({
      orgId,
      id: sessionId,
      vertical: request.vertical,
      language: LANGUAGE,
      metadata: {},
    });
    const role = (request.subject ?? policy.defaultSubject) === 'agent' ? 'agent' : 'caller';
    const { emotion, confidence } = leadingEmotion(opinion);
    const { valence, arousal } = opinion.dimensions;
    const { record, foresight } = await sessions.add(orgId, sessionId, {
      utteranceId,
      index: null,
      role,
      speakerId: request.speakerId ?? role,
      source: 'audio',
      startMs: null,
      durationMs: audio.durationS * 1000,
      emotion,
      confidence,
      tone: { valence, arousal, escalation: opinion.signals.escalation },
      fingerprint: fingerprintOf(['audio', utteranceId]),
    });
    return {
      predictions: { ...answerOf(foresight.prediction, record.language) },
      kpiPredictions: Object.keys(foresight.kpis).length === 0 ? undefined : foresight.kpis,
    };
  };
