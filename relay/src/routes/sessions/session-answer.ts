import type { z } from 'zod';
import { dominantMoodOf } from '../../domain/conversations/conversation-overview.js';
import { openAlerts, type SessionAlert } from '../../domain/alerts/alert-board.js';
import { answerOf } from '../../domain/predictions/answer.js';
import { isOver } from '../../domain/conversations/lifecycle.js';
import { agentOf } from '../../domain/conversations/conversation-marks.js';
import { answerTo, type GivenCue } from '../../domain/conversations/conversation-cues.js';
import { retold } from '../../domain/conversations/retold-text.js';
import type { RecognizedPerson } from '../../domain/conversations/conversation-store.js';
import type { ConversationRecord } from '../../domain/conversations/conversation-record.js';
import type { Utterance } from '../../domain/conversations/utterances/utterance.js';
import type { Observed, ConversationPicture } from '../../domain/conversations/conversations.js';
import type { Foresight } from '../../domain/conversations/learning/learned-model.js';
import type {
  alertSchema,
  cueSchema,
  overviewSchema,
  sessionListItem,
  utteranceSchema,
} from './session-schemas.js';

/** How many utterances an answer holds. */
const NEWEST = 200;

const iso = (ms: number): string => new Date(ms).toISOString();

export const listItemOf = (
  record: ConversationRecord,
  people: readonly RecognizedPerson[],
): z.input<typeof sessionListItem> => {
  const { lifecycle, progress } = record;
  const over = isOver(lifecycle) ? lifecycle : undefined;
  return {
    id: record.id,
    state: lifecycle.kind,
    vertical: record.vertical,
    language: record.language,
    external_id: record.externalId,
    metadata: { ...record.metadata },
    created_at: iso(record.createdAtMs),
    updated_at: iso(record.updatedAtMs),
    ended_at: over === undefined ? null : iso(over.atMs),
    end_code: over?.code ?? null,
    utterance_count: progress.utterances,
    overview: overviewOf(record, people),
  };
};

const overviewOf = (
  record: ConversationRecord,
  people: readonly RecognizedPerson[],
): z.input<typeof overviewSchema> => {
  const { progress, final } = record;
  const { clockMs, trajectory, board, lastEmotion, lastMood, peakEscalationRisk } = progress;
  const { overview } = final ?? {};
  return {
    duration: final?.summary.duration ?? Math.max(clockMs, trajectory.lastEndMs) / 1_000,
    dominant_emotion: final?.summary.dominant_emotion ?? null,
    final_emotion: final?.summary.final_emotion ?? lastEmotion,
    dominant_mood: dominantMoodOf(overview),
    final_mood: overview?.finalMood ?? lastMood,
    moods: overview?.moods ?? null,
    peak_escalation_risk: final?.summary.peak_escalation_risk ?? peakEscalationRisk,
    alert_types: [...new Set(board.alerts.map(({ alertType }) => alertType))],
    open_alerts: openAlerts(board).length,
    alert_count: board.alerts.length,
    agent: agentOf(record),
    speakers: overview === undefined ? null : overview.speakers.map((speaker) => ({ ...speaker })),
    people: people.map(({ speakerId, personId, label }) => ({
      speaker_id: speakerId,
      person_id: personId,
      label,
    })),
    valence: overview === undefined ? null : [...overview.valence],
    emotions: overview === undefined ? null : { ...overview.emotions },
    outcome: outcomeOf(record),
  };
};

/** @param language of the texts; the session's own when absent */
export const sessionOf = (
  { record, people, utterances, foresight, summary, assessment }: ConversationPicture,
  language?: string,
) => ({
  ...listItemOf(record, people),
  vertical_state: assessment?.state ?? null,
  metrics: assessment?.metrics ?? null,
  utterances_seen: foresight.prediction.utterancesSeen,
  predictions: retoldAll(
    record.final?.predictions ?? answerOf(foresight.prediction, record.language),
    language,
  ),
  kpi_predictions: record.final?.kpiPredictions ?? foresight.kpis,
  model_version: record.final === null ? foresight.modelVersion : record.progress.modelVersion,
  summary,
  alerts: record.progress.board.alerts.map((alert) => retoldAll(alertOf(alert), language)),
  cues: record.progress.cues.map((cue) => retoldAll(cueOf(cue), language)),
  outcome: outcomeOf(record),
  utterances: utterances.slice(-NEWEST).map(utteranceOf),
});

/** Every text of the relay's own in a value, in the reader's language. */
const retoldAll = <T>(value: T, language: string | undefined): T => {
  if (language === undefined) return value;
  const retell = (each: unknown): unknown => {
    if (typeof each === 'string') return retold(each, language);
    if (Array.isArray(each)) return each.map(retell);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, retell(inner)]));
  };
  return retell(value) as T;
};

const cueOf = (cue: GivenCue): z.input<typeof cueSchema> => {
  const answer = answerTo(cue);
  return {
    id: cue.cueId,
    at_s: cue.atMs / 1_000,
    mode: cue.mode,
    severity: cue.severity,
    title: cue.title,
    body: cue.body,
    seen: cue.answers.length > 0,
    answer: answer === undefined || answer.action === 'shown' ? null : answer.action,
    answered_after_s: answer === undefined || answer.afterMs === null ? null : answer.afterMs / 1_000,
  };
};

/** An utterance that was added or corrected, and what follows from it. */
export const observedAnswer = ({ record, utterance, duplicate, foresight, alerts }: Observed) => ({
  utterance: utteranceOf(utterance),
  duplicate,
  session: {
    id: record.id,
    state: record.lifecycle.kind,
    utterance_count: record.progress.utterances,
  },
  ...predictionFields(foresight, record.language),
  alerts: alerts.map((alert) => alertOf(alert)),
});

/** The predictions of an answer about an utterance. */
const predictionFields = ({ prediction, kpis }: Foresight, language: string) => ({
  predictions: answerOf(prediction, language),
  kpi_predictions: kpis,
});

export const alertsOf = ({ progress }: ConversationRecord) => ({
  alerts: progress.board.alerts.map((alert) => alertOf(alert)),
  active: openAlerts(progress.board).length,
});

const alertOf = (alert: SessionAlert): z.input<typeof alertSchema> => ({
  id: alert.alertId,
  rule_id: alert.ruleId,
  alert_type: alert.alertType,
  threshold: alert.threshold,
  value: alert.value,
  recommended_action: alert.recommendedAction,
  raised_at_s: alert.raisedAtMs / 1000,
  active: alert.endedAtMs === null,
  acknowledged_at: alert.acknowledged?.at ?? null,
});

export const outcomeOf = ({ progress: { outcome } }: ConversationRecord) =>
  outcome === null ? null : { ...outcome.targets, kpis: outcome.kpis, observed_at: outcome.observedAt };

export const utteranceOf = (utterance: Utterance): z.input<typeof utteranceSchema> => ({
  id: utterance.utteranceId,
  index: utterance.index,
  speaker_id: utterance.speakerId,
  role: utterance.role,
  source: utterance.source,
  start: utterance.startMs / 1000,
  end: utterance.endMs / 1000,
  emotion: utterance.emotion,
  confidence: utterance.confidence,
  uncertain: utterance.emotion === null ? null : utterance.uncertain === true,
  mood: utterance.mood ?? null,
  valence: utterance.tone?.valence ?? null,
  arousal: utterance.tone?.arousal ?? null,
  expected: utterance.expected ?? null,
});
