import type { SessionAnswer, SessionUtterance as Upload } from '../../analysis/session-utterance.js';
import { answerOf } from '../../predictions/answer.js';
import { recordingUtterance, recordingFingerprint } from './recording-utterance.js';
import type { Learning } from '../learning/learning.js';
import { advanceProgress, placeNew } from '../conversation-progress.js';
import { freshProgress } from '../conversation-record.js';
import type { NewUtterance } from './utterance.js';
import type { Conversations } from '../conversations.js';
import { foresee, type Foresight } from '../learning/learned-model.js';

/**
 * Adds an upload to the session that it names, and creates the session if needed. For an upload without a session, predicts
 * the organization's KPIs (if it has any) as for a conversation of one utterance.
 * @throws Fault `conflict` for a session that is over; then the upload is not charged
 */
export const observeUpload =
  (sessions: Conversations, learning: Pick<Learning, 'insight' | 'kpis'>) =>
  async ({ payer, sessionId, utteranceId, report }: Upload): Promise<SessionAnswer | undefined> => {
    const { id: orgId, policy } = payer.organization;
    const { request } = report;
    if (sessionId === undefined) {
      const place = { utteranceId, index: null, startMs: null, fingerprint: '' };
      const kpis = await foreseeAlone(learning, orgId, recordingUtterance(report, place, policy));
      return kpis === undefined ? undefined : { predictions: {}, kpiPredictions: kpis };
    }
    await sessions.ensure({
      orgId,
      id: sessionId,
      vertical: request.vertical,
      // Of the answers to uploads. A session that was created over REST keeps its own.
      language: policy.language,
      metadata: {},
    });
    const fingerprint = recordingFingerprint(request.source);
    const place = { utteranceId, index: null, startMs: null, fingerprint };
    const { record, foresight } = await sessions.add(
      orgId,
      sessionId,
      recordingUtterance(report, place, policy),
      request.transcript,
    );
    return {
      predictions: { ...answerOf(foresight.prediction, record.language) },
      kpiPredictions: Object.keys(foresight.kpis).length === 0 ? undefined : foresight.kpis,
    };
  };

/** The KPIs of a conversation of only this utterance; undefined when no KPI is defined. */
const foreseeAlone = async (
  learning: Pick<Learning, 'insight' | 'kpis'>,
  orgId: string,
  added: NewUtterance,
): Promise<Foresight['kpis'] | undefined> => {
  if ((await learning.kpis(orgId)).length === 0) return undefined;
  const { head, settings } = await learning.insight(orgId);
  const fresh = freshProgress();
  const { trajectory } = advanceProgress(fresh, placeNew(fresh, added));
  return foresee(head, settings.kpis, trajectory, 'ended').kpis;
};
