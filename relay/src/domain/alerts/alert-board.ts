import type { Alert } from '@undertone/protocol';
import { z } from 'zod';
import { Fault } from '../fault.js';
import { alertTypeOf, type AlertMetric, type AlertRule } from './alert-rule.js';
import { freshThreshold, thresholdSchema, transitionThreshold, type Crossing } from './threshold.js';

/** The number of alerts that a session keeps. Older ones are dropped. */
const KEPT = 200;

const alertSchema = z.strictObject({
  alertId: z.string(),
  ruleId: z.string(),
  alertType: z.string(),
  threshold: z.number(),
  value: z.number(),
  recommendedAction: z.string(),
  raisedAtMs: z.number().min(0),
  /** When the value came back within its limit. Null while it is still over. */
  endedAtMs: z.number().min(0).nullable(),
  /** Who acknowledged the alert, and when (ISO 8601). Null until then. */
  acknowledged: z.strictObject({ by: z.string(), at: z.string() }).nullable(),
});
export type SessionAlert = z.infer<typeof alertSchema>;

/** All thresholds and alerts of one session, as a plain value. */
export const alertBoardSchema = z.strictObject({
  schema: z.literal(1),
  thresholds: z.record(z.string(), thresholdSchema),
  alerts: z.array(alertSchema).max(KEPT),
});
export type AlertBoard = z.infer<typeof alertBoardSchema>;

export const freshAlertBoard = (): AlertBoard => ({ schema: 1, thresholds: {}, alerts: [] });

/** The current predictions. A metric that is missing in `values` leaves its rules unchanged. */
export interface AlertMoment {
  /** On the session's clock. */
  atMs: number;
  /** Utterances of callers so far. */
  utterances: number;
  values: Readonly<Partial<Record<AlertMetric, number>>>;
  /** For rules that name no action of their own. */
  recommendedAction: string;
  newAlertId: () => string;
}

export type AlertEvent =
  /** For `session.prediction`: a value crossed its threshold, in either direction. */
  | {
      kind: 'crossed';
      ruleId: string;
      metric: AlertMetric;
      crossing: Crossing;
      threshold: number;
      value: number;
      atMs: number;
    }
  /** For `alert.triggered`: sent once, when the value goes over its threshold. */
  | { kind: 'triggered'; alert: SessionAlert };

/** Takes the newest predictions and returns the events to send, in the order of the rules. */
export const advanceAlerts = (
  board: AlertBoard,
  rules: readonly AlertRule[],
  moment: AlertMoment,
): { board: AlertBoard; events: AlertEvent[] } => {
  const events: AlertEvent[] = [];
  const thresholds: AlertBoard['thresholds'] = {};
  // If a rule is no longer configured, its alert ends without an event: nobody asks for it any more.
  let alerts = endAlerts(board.alerts, moment.atMs, (alert) => rules.every(({ id }) => id !== alert.ruleId));
  for (const rule of rules) {
    const before = board.thresholds[rule.id] ?? freshThreshold();
    const value = moment.values[rule.metric];
    if (value === undefined || moment.utterances < rule.minimum_utterances) {
      thresholds[rule.id] = before;
      continue;
    }
    const { state, crossing } = transitionThreshold(before, rule, value, moment.atMs);
    thresholds[rule.id] = state;
    if (crossing === undefined) continue;
    const threshold = crossing === 'entered' ? rule.enter : rule.leave;
    events.push({
      kind: 'crossed',
      ruleId: rule.id,
      metric: rule.metric,
      crossing,
      threshold,
      value,
      atMs: moment.atMs,
    });
    if (crossing === 'left') {
      alerts = endAlerts(alerts, moment.atMs, ({ ruleId }) => ruleId === rule.id);
    } else if (rule.alert) {
      const alert = raise(rule, value, moment);
      alerts = [...alerts, alert].slice(-KEPT);
      events.push({ kind: 'triggered', alert });
    }
  }
  return { board: { schema: 1, thresholds, alerts }, events };
};

const raise = (rule: AlertRule, value: number, moment: AlertMoment): SessionAlert => ({
  alertId: moment.newAlertId(),
  ruleId: rule.id,
  alertType: alertTypeOf(rule),
  threshold: rule.enter,
  value,
  recommendedAction: rule.recommended_action ?? moment.recommendedAction,
  raisedAtMs: moment.atMs,
  endedAtMs: null,
  acknowledged: null,
});

const endAlerts = (
  alerts: readonly SessionAlert[],
  atMs: number,
  which: (alert: SessionAlert) => boolean,
): SessionAlert[] =>
  alerts.map((alert) => (alert.endedAtMs === null && which(alert) ? { ...alert, endedAtMs: atMs } : alert));

/**
 * Acknowledges an alert. A second acknowledgment keeps the first one.
 * @throws Fault `not_found` for an alert that this session never raised
 */
export const acknowledgeAlert = (
  board: AlertBoard,
  alertId: string,
  acknowledged: { by: string; at: string },
): AlertBoard => {
  if (board.alerts.every((alert) => alert.alertId !== alertId)) {
    throw new Fault('not_found', 'the session raised no such alert');
  }
  return {
    ...board,
    alerts: board.alerts.map((alert) =>
      alert.alertId === alertId && alert.acknowledged === null ? { ...alert, acknowledged } : alert,
    ),
  };
};

/** Alerts whose value is still over. */
export const openAlerts = ({ alerts }: AlertBoard): SessionAlert[] =>
  alerts.filter(({ endedAtMs }) => endedAtMs === null);

/** The realtime message. */
export const alertMessage = ({
  alertId,
  ruleId,
  alertType,
  threshold,
  value,
  recommendedAction,
}: SessionAlert): Alert => ({ alertId, ruleId, alertType, threshold, value, recommendedAction });

/** `data` of the event `alert.triggered`. */
export const alertData = (alert: SessionAlert, session: { sessionId: string; emotion: string }) => ({
  rule_id: alert.ruleId,
  alert_type: alert.alertType,
  session_id: session.sessionId,
  threshold: alert.threshold,
  value: alert.value,
  emotion: session.emotion,
  recommended_action: alert.recommendedAction,
});
