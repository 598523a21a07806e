import { UNCERTAIN } from '@undertone/protocol';
import { DEFAULT_ALERT_RULES, type AlertMetric, type AlertRule } from '../alerts/alert-rule.js';
import { advanceAlerts, alertData, type AlertEvent, type SessionAlert } from '../alerts/alert-board.js';
import type { NewEvent } from '../events/event.js';
import type { KpiDefinition } from '../kpis/definition.js';
import { wireKpis } from '../kpis/kpi-predictor.js';
import { actionText, adviseOn } from '../predictions/advice.js';
import { endPredictions } from '../predictions/answer.js';
import { TARGETS } from '../predictions/models/prior.js';
import { advanceTrajectory, trajectoryOf } from '../predictions/trajectory.js';
import { lastMoodOf } from './conversation-overview.js';
import { labelAlone } from '../call/emotion/shown-label.js';
import type { InsightSettings } from './conversation-store.js';
import type { ConversationProgress, ConversationRecord } from './conversation-record.js';
import { observedOf, placeUtterances, type NewUtterance, type Utterance } from './utterances/utterance.js';
import { foresee, type Foresight, type LearnedVersion } from './learning/learned-model.js';

/** An organization's settings and models, read before a conversation is locked. */
export interface Insight {
  readonly settings: InsightSettings;
  readonly head: LearnedVersion;
}

export const rulesOf = ({ alerts }: InsightSettings): readonly AlertRule[] => alerts ?? DEFAULT_ALERT_RULES;

/** Gives an utterance its time: the one the caller gave, or after all others. */
export const placeNew = (progress: ConversationProgress, added: NewUtterance): Utterance => {
  const { durationMs, ...utterance } = added;
  const sentMs = sentAtMs(progress, added);
  const startMs = sentMs + (added.silence?.beforeMs ?? 0);
  return {
    ...utterance,
    startMs,
    endMs: startMs + durationMs,
    timed: added.startMs !== null,
    arrival: progress.utterances,
  };
};

/** A stream's clock begins at the end that the conversation had when the stream was opened. */
const sentAtMs = (progress: ConversationProgress, { source, startMs }: NewUtterance): number => {
  if (startMs === null) return Math.max(progress.clockMs, progress.trajectory.lastEndMs);
  return source === 'stream' ? (progress.streamStartMs ?? 0) + startMs : startMs;
};

const sentUntilMs = ({ endMs, silence }: Utterance): number => endMs + (silence?.afterMs ?? 0);

/** Whether an utterance began before one that is already there. If so, the conversation is computed again, in order. */
export const isLate = (progress: ConversationProgress, utterance: Utterance): boolean => {
  if (progress.utterances === 0) return false;
  if (utterance.timed) return utterance.startMs < progress.lastStartMs;
  return progress.untimed && utterance.index !== null && utterance.index < (progress.lastIndex ?? -1);
};

/** The conversation after the next utterance, which is not late. */
export const advanceProgress = (
  progress: ConversationProgress,
  utterance: Utterance,
): ConversationProgress => ({
  ...progress,
  trajectory: advanceTrajectory(progress.trajectory, observedOf(utterance)),
  utterances: progress.utterances + 1,
  clockMs: Math.max(progress.clockMs, sentUntilMs(utterance)),
  lastStartMs: Math.max(progress.lastStartMs, utterance.startMs),
  lastIndex: Math.max(progress.lastIndex ?? -1, utterance.index ?? utterance.arrival),
  untimed: progress.untimed && !utterance.timed,
  lastEmotion:
    utterance.role === 'caller' ? (labelAlone(utterance) ?? progress.lastEmotion) : progress.lastEmotion,
  lastMood: utterance.role === 'caller' ? (utterance.mood ?? progress.lastMood) : progress.lastMood,
});

/** Computes the conversation again from all its utterances. What was sent already (alerts, the peak) is kept. */
export const rebuildProgress = (
  progress: ConversationProgress,
  utterances: readonly Utterance[],
): ConversationProgress => {
  const placed = placeUtterances(utterances);
  const indices = utterances.map(({ index, arrival }) => index ?? arrival);
  const lastCaller = placed.filter(({ role, emotion }) => role === 'caller' && emotion !== null).at(-1);
  return {
    ...progress,
    trajectory: trajectoryOf(placed.map(observedOf)),
    utterances: utterances.length,
    clockMs: Math.max(progress.clockMs, ...placed.map(sentUntilMs)),
    lastStartMs: Math.max(0, ...placed.map(({ startMs }) => startMs)),
    lastIndex: indices.length === 0 ? null : Math.max(...indices),
    untimed: utterances.every(({ timed }) => !timed),
    lastEmotion: lastCaller === undefined ? null : labelAlone(lastCaller),
    lastMood: lastMoodOf(placed),
  };
};

/** What is to be sent after an utterance, and to whom. */
export interface ProgressEvents {
  readonly record: ConversationRecord;
  readonly foresight: Foresight;
  readonly alerts: readonly SessionAlert[];
  readonly events: readonly NewEvent[];
}

/** Predicts, and compares with the organization's thresholds. */
export const tellOf = (
  record: ConversationRecord,
  progress: ConversationProgress,
  { settings, head }: Insight,
  newAlertId: () => string,
): ProgressEvents => {
  const foresight = foresee(head, settings.kpis, progress.trajectory, 'live');
  const { board, events } = advanceAlerts(progress.board, rulesOf(settings), {
    atMs: progress.trajectory.lastEndMs,
    utterances: foresight.prediction.utterancesSeen,
    values: valuesOf(foresight, settings.kpis),
    recommendedAction: actionText(adviseOn(foresight.prediction).actions[0] ?? 'keep_going', record.language),
    newAlertId,
  });
  const next: ConversationRecord = {
    ...record,
    progress: {
      ...progress,
      board,
      modelVersion: head.version,
      peakEscalationRisk: Math.max(
        progress.peakEscalationRisk,
        foresight.prediction.utterancesSeen === 0 ? 0 : foresight.prediction.targets.escalation_risk.value,
      ),
    },
  };
  return {
    foresight,
    record: next,
    alerts: events.flatMap((event) => (event.kind === 'triggered' ? [event.alert] : [])),
    events: events.flatMap((event) => eventOf(event, next, foresight)),
  };
};

const valuesOf = (
  { prediction, kpis }: Foresight,
  definitions: readonly KpiDefinition[],
): Partial<Record<AlertMetric, number>> => ({
  ...Object.fromEntries(TARGETS.map((target) => [target, prediction.targets[target].value])),
  ...Object.fromEntries(
    Object.entries(wireKpis(definitions, kpis)).map(([name, { value }]) => [`kpi.${name}`, value]),
  ),
});

const eventOf = (event: AlertEvent, record: ConversationRecord, { prediction }: Foresight): NewEvent[] => {
  const { orgId, id, progress } = record;
  const emotion = progress.lastEmotion ?? UNCERTAIN;
  if (event.kind === 'triggered') {
    const data = alertData(event.alert, { sessionId: id, emotion });
    return [{ orgId, type: 'alert.triggered', once: event.alert.alertId, data }];
  }
  return [
    {
      orgId,
      type: 'session.prediction',
      data: {
        session_id: id,
        prediction: event.metric,
        direction: directionOf(event),
        threshold: event.threshold,
        value: event.value,
        emotion,
        utterance_count: progress.utterances,
        predictions: {
          ...endPredictions(prediction),
          sentiment_forecast: prediction.targets.sentiment_forecast.value,
        },
      },
    },
  ];
};

/** Which side of the threshold the value is on now. */
const directionOf = ({ value, threshold }: Extract<AlertEvent, { kind: 'crossed' }>): 'above' | 'below' =>
  value >= threshold ? 'above' : 'below';
