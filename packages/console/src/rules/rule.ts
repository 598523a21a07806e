import type { AlertRule, NewKpi } from '@undertone/sdk';
import { percent, spelledOut } from '../words/words.js';

export type { AlertRule };
export type Kpi = NewKpi;

/** What a threshold may be on, besides the organization's KPIs. */
export const METRICS: Readonly<Record<string, string>> = {
  escalation_risk: 'Escalation risk',
  churn_risk: 'Churn risk',
  resolution_probability: 'Resolution probability',
  predicted_csat: 'Predicted CSAT',
  sentiment_forecast: 'Sentiment forecast',
};
/** Metrics from 0 to 1 that people read as shares. */
const SHARES: ReadonlySet<string> = new Set(['escalation_risk', 'churn_risk', 'resolution_probability']);

export const metricWord = (metric: string): string =>
  METRICS[metric] ?? spelledOut(metric.replace(/^kpi\./, ''));

/** The type of the alert that a rule raises. */
export const alertTypeOf = ({ metric, direction, alert_type: type }: AlertRule): string =>
  type ?? `${metric.replace('.', '_')}_${direction === 'above' ? 'high' : 'low'}`;

/** "Escalation risk at 60% or above, until it is below 40%; from the 3rd utterance on". */
export const ruleWords = (rule: AlertRule): string => {
  const { metric, direction, enter, leave, dwell_ms: dwellMs = 0, minimum_utterances: least = 2 } = rule;
  const value = (figure: number): string => (SHARES.has(metric) ? percent(figure) : String(figure));
  const [beyond, back] = direction === 'above' ? ['above', 'below'] : ['below', 'above'];
  return [
    `${metricWord(metric)} at ${value(enter)} or ${beyond}, until it is ${back} ${value(leave)}`,
    ...(dwellMs === 0 ? [] : [`for ${dwellMs / 1_000} s`]),
    ...(least < 2 ? [] : [`after ${least} utterances`]),
    ...(rule.alert === false ? ['told as an event, no alert'] : []),
  ].join('; ');
};

const BETTER: Readonly<Record<string, string>> = {
  higher_is_better: 'higher is better',
  lower_is_better: 'lower is better',
  neutral: 'neither is better',
};
const YES: Readonly<Record<string, string>> = {
  higher_is_better: 'yes is good',
  lower_is_better: 'no is good',
  neutral: 'neither is better',
};

export const kpiWords = (kpi: Kpi): string => {
  const text = kpi.description === undefined ? '' : `${kpi.description}; `;
  switch (kpi.kind) {
    case 'scalar':
      return `${text}a number from ${kpi.min} to ${kpi.max}, ${BETTER[kpi.direction] ?? ''}`;
    case 'binary':
      return `${text}yes or no, ${YES[kpi.direction] ?? ''}`;
    case 'categorical':
      return `${text}one of ${kpi.categories.join(', ')}`;
  }
};
