import { z } from 'zod';
import { checkDistinct } from '../distinct-list.js';
import { Fault } from '../fault.js';
import { TARGETS, type Target } from '../predictions/models/prior.js';

const ALERT_LIMITS = {
  perOrganization: 50,
  dwellMs: { min: 0, max: 300_000 },
  minimumUtterances: { min: 0, max: 100 },
} as const;

const id = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and _, at most 64');

/** A prediction, or a KPI as `kpi.NAME`. */
const metric = z.union([
  z.enum(TARGETS),
  z.templateLiteral(['kpi.', z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)]),
]);
export type AlertMetric = Target | `kpi.${string}`;

/**
 * A threshold as configuration. A value counts as over once it reaches `enter`, and until it passes `leave`.
 * `leave` lies on the other side of `enter`, so that a value that moves around the limit is reported only
 * once.
 */
export const alertRuleSchema = z
  .strictObject({
    id: id.describe('Unique in the organization.'),
    metric: metric.describe('A prediction, or a KPI as `kpi.NAME`.'),
    direction: z.enum(['above', 'below']).describe('Which side of the threshold is told.'),
    enter: z.number().describe('In the metric’s unit: from here on it is beyond.'),
    leave: z
      .number()
      .describe(
        'In the metric’s unit: from here on it is back. On the other side of `enter`, so that a value that moves around the limit is told once.',
      ),
    dwell_ms: z
      .number()
      .int()
      .min(ALERT_LIMITS.dwellMs.min)
      .max(ALERT_LIMITS.dwellMs.max)
      .default(0)
      .describe(
        'How long the value must stay beyond a limit to cross it, either way, on the session’s clock.',
      ),
    minimum_utterances: z
      .number()
      .int()
      .min(ALERT_LIMITS.minimumUtterances.min)
      .max(ALERT_LIMITS.minimumUtterances.max)
      .default(2)
      .describe('Caller utterances before anything is told: early predictions rest mostly on the prior.'),
    alert: z
      .boolean()
      .default(true)
      .describe('Whether a crossing also raises an alert; otherwise only the event is sent.'),
    alert_type: id.optional().describe('By default the metric with `_high` or `_low`.'),
    recommended_action: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('By default the action that the prediction recommends.'),
  })
  .refine(({ direction, enter, leave }) => (direction === 'above' ? leave <= enter : leave >= enter), {
    path: ['leave'],
    message: 'must lie on the other side of enter',
  });
export type AlertRule = z.infer<typeof alertRuleSchema>;

const defaultRule = (
  target: Target,
  direction: AlertRule['direction'],
  enter: number,
  leave: number,
): AlertRule => {
  const suffix = direction === 'above' ? 'high' : 'low';
  return {
    id: `${target}_${suffix}`,
    metric: target,
    direction,
    enter,
    leave,
    dwell_ms: 0,
    minimum_utterances: 3,
    alert: true,
  };
};

/** The rules of an organization that configured none. */
export const DEFAULT_ALERT_RULES: readonly AlertRule[] = [
  defaultRule('escalation_risk', 'above', 0.6, 0.4),
  defaultRule('churn_risk', 'above', 0.7, 0.5),
  defaultRule('resolution_probability', 'below', 0.3, 0.45),
  defaultRule('predicted_csat', 'below', 2, 2.5),
];

export const alertTypeOf = ({ alert_type, metric: name, direction }: AlertRule): string =>
  alert_type ?? `${name.replace('.', '_')}_${direction === 'above' ? 'high' : 'low'}`;

/**
 * Checks all rules of an organization.
 * @throws Fault `validation_error` if two rules have the same id, or there are too many
 */
export const checkRules = (rules: readonly AlertRule[]): void => {
  const ids = rules.map(({ id }) => id);
  checkDistinct('alerts', 'an id', ids, ALERT_LIMITS.perOrganization);
};

type Watchable = readonly { readonly name: string; readonly kind: string }[];

/** Why a rule could never report anything. Undefined if it can. */
const deafness = ({ metric: watched }: AlertRule, kpis: Watchable): string | undefined => {
  if (!watched.startsWith('kpi.')) return undefined;
  const kpi = kpis.find(({ name }) => watched === `kpi.${name}`);
  if (kpi === undefined) return 'is no KPI of the organization';
  return kpi.kind === 'categorical' ? 'is in categories, which have no threshold' : undefined;
};

/**
 * The rules that remain when the KPIs change. A rule on a removed KPI is removed too. If it stayed, the
 * organization would read it in its list, but writing that list back would be refused. It would also apply to
 * a later KPI of the same name, which nobody asked for.
 */
export const rulesWith = (rules: readonly AlertRule[], kpis: Watchable): readonly AlertRule[] =>
  rules.filter((rule) => deafness(rule, kpis) === undefined);

/**
 * Refuses rules on a metric that is never predicted, because they would never report anything.
 * @throws Fault `validation_error` for a KPI that is not defined, or whose values have no order
 */
export const checkMetrics = (rules: readonly AlertRule[], kpis: Watchable): void => {
  const details: Record<string, string[]> = {};
  rules.forEach((rule, index) => {
    const problem = deafness(rule, kpis);
    if (problem !== undefined) details[`alerts.${index}.metric`] = [problem];
  });
  if (Object.keys(details).length > 0) {
    throw new Fault('validation_error', 'an alert watches what is never predicted', { details });
  }
};
