import type { AlertRule, NewKpi } from '@undertone/sdk';
import { formatThreshold } from '../shell/format.js';
import { percent, spelledOut } from '../words/words.js';
import { t } from '../language/text.js';

export type { AlertRule };
export type Kpi = NewKpi;

/** What a threshold may be on, besides the organization's KPIs. */
export const METRICS: Readonly<Record<string, string>> = {
  escalation_risk: t('Escalation risk'),
  churn_risk: t('Churn risk'),
  resolution_probability: t('Resolution probability'),
  predicted_csat: t('Predicted CSAT'),
  sentiment_forecast: t('Sentiment forecast'),
};
/** Metrics from 0 to 1 that people read as shares. */
const SHARES: ReadonlySet<string> = new Set(['escalation_risk', 'churn_risk', 'resolution_probability']);

export const isShare = (metric: string): boolean => SHARES.has(metric);

export const metricWord = (metric: string): string =>
  METRICS[metric] ?? spelledOut(metric.replace(/^kpi\./, ''));

/** The type of the alert that a rule raises. */
export const alertTypeOf = ({ metric, direction, alert_type: type }: AlertRule): string =>
  type ?? `${metric.replace('.', '_')}_${direction === 'above' ? 'high' : 'low'}`;

/** "Escalation risk at 60% or above, until it is below 40%; from the 3rd utterance on". */
export const ruleWords = (rule: AlertRule): string => {
  const { metric, direction, enter, leave, dwell_ms: dwellMs = 0, minimum_utterances: least = 2 } = rule;
  const value = (figure: number): string => (isShare(metric) ? percent(figure) : formatThreshold(figure));
  return [
    t(
      direction === 'above'
        ? '{metric} at {enter} or above, until it is below {leave}'
        : '{metric} at {enter} or below, until it is above {leave}',
      { metric: metricWord(metric), enter: value(enter), leave: value(leave) },
    ),
    ...(dwellMs === 0 ? [] : [t('for {seconds} s', { seconds: dwellMs / 1_000 })]),
    ...(least < 2 ? [] : [t('after {least} utterances', { least })]),
    ...(rule.alert === false ? [t('told as an event, no alert')] : []),
  ].join('; ');
};

const BETTER: Readonly<Record<string, string>> = {
  higher_is_better: t('higher is better'),
  lower_is_better: t('lower is better'),
  neutral: t('neither is better'),
};
const YES: Readonly<Record<string, string>> = {
  higher_is_better: t('yes is good'),
  lower_is_better: t('no is good'),
  neutral: t('neither is better'),
};

export const kpiWords = (kpi: Kpi): string => {
  const text = kpi.description === undefined ? '' : `${kpi.description}; `;
  switch (kpi.kind) {
    case 'scalar':
      return `${text}${t('a number from {min} to {max}', { min: kpi.min, max: kpi.max })}, ${BETTER[kpi.direction] ?? ''}`;
    case 'binary':
      return `${text}${t('yes or no')}, ${YES[kpi.direction] ?? ''}`;
    case 'categorical':
      return `${text}${t('one of {categories}', { categories: kpi.categories.join(', ') })}`;
  }
};
