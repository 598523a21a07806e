import { z } from 'zod';
import { alertRuleSchema, DEFAULT_ALERT_RULES } from '../../domain/alerts/alert-rule.js';
import { intervalSchema } from '../../domain/predictions/models/interval.js';
import type { ChanceQuality, NumberQuality } from '../../domain/predictions/models/quality.js';
import type { Learning } from '../../domain/conversations/learning/learning.js';
import { rulesOf } from '../../domain/conversations/conversation-progress.js';
import type { VersionNote } from '../../domain/conversations/conversation-store.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';

const TAG = 'Predictions';

const liftInterval = intervalSchema.nullable().meta({
  description:
    '80 %, from two outcomes on. While it holds 0, so few outcomes do not say whether learning helps.',
});

const chanceQuality = z
  .strictObject({
    kind: z.literal('chance').describe('The outcome is yes or no.'),
    outcomes: z.number().int().describe('Behind these figures.'),
    base_rate: z.number().nullable().describe('Share of yes.'),
    brier_score: z.number().nullable().describe('Mean squared error, 0 to 1; 0 is best.'),
    log_loss: z
      .number()
      .nullable()
      .describe('Mean of minus the logarithm of what was given to what happened.'),
    lift_over_prior: z.number().nullable().meta({ description: 'Share of the prior’s squared error saved.' }),
    lift_over_prior_interval: liftInterval,
    lift_over_base_rate: z
      .number()
      .nullable()
      .describe('Share of the running base rate’s squared error saved.'),
    calibration_error: z
      .number()
      .nullable()
      .describe('How far what was said lies from what happened, on average, 0 to 1.'),
    reliability_curve: z
      .array(
        z.strictObject({
          low: z.number().describe('Of the bin of predictions.'),
          high: z.number().describe('Of the bin of predictions.'),
          count: z.number().int().describe('Predictions in it.'),
          predicted: z.number().describe('Their mean.'),
          observed: z.number().describe('Share of yes among them.'),
          observed_interval: intervalSchema.meta({
            description: '80 %; wide where a bin holds few outcomes.',
          }),
        }),
      )
      .describe(
        'What was predicted against what came, by equal bins of the prediction; empty bins are left out.',
      ),
  })
  .meta({ id: 'ChanceQuality', description: 'Of yes or no. Null until there is an outcome.' });

const numberQuality = z
  .strictObject({
    kind: z.literal('number').describe('The outcome is a figure.'),
    outcomes: z.number().int().describe('Behind these figures.'),
    root_mean_squared_error: z.number().nullable().describe('In the figure’s own unit.'),
    lift_over_prior: z.number().nullable().describe('Share of the prior’s squared error saved.'),
    lift_over_prior_interval: liftInterval,
    lift_over_mean: z.number().nullable().describe('Share of the running mean’s squared error saved.'),
    coverage: z.number().nullable().meta({ description: 'Share of outcomes inside the interval told.' }),
    interval_level: z.number().describe('How probably a value was said to lie within its interval.'),
  })
  .meta({ id: 'NumberQuality', description: 'Of a figure. Null until there is an outcome.' });

const qualityAnswer = z
  .strictObject({
    model_version: z.number().int().describe('That speaks now.'),
    outcomes: z.number().int().describe('That were told.'),
    targets: z
      .record(z.string(), z.discriminatedUnion('kind', [chanceQuality, numberQuality]))
      .describe('By prediction.'),
  })
  .meta({ id: 'PredictionQuality' });

const versionsAnswer = z
  .strictObject({
    current: z.number().int().describe('The one that speaks now.'),
    versions: z
      .array(
        z.strictObject({
          version: z.number().int().describe('0 is the prior, which is not listed.'),
          parent: z.number().int().nullable().describe('The version that it was learned from; null: none.'),
          outcomes: z.number().int().describe('Behind it.'),
          created_at: z.string().describe('When it was learned.'),
          can_roll_back_to: z.boolean().describe('Whether it is still kept.'),
          change: z
            .strictObject({
              kind: z.string().describe('What made it.'),
              session_id: z.string().optional().describe('Whose outcome it was.'),
              to: z.number().int().optional().describe('The version that was gone back to.'),
            })
            .describe('Why there is this version.'),
        }),
      )
      .describe('Oldest first.'),
  })
  .meta({ id: 'PredictionVersions' });

const rollbackAnswer = z.strictObject({
  model_version: z.number().int().describe('The new version, which thinks what that one thought.'),
  rolled_back_to: z.number().int().describe('As it was asked for.'),
});

const rulesBody = z
  .strictObject({ alerts: z.array(alertRuleSchema).describe('All of them, at most 50.') })
  .meta({ id: 'AlertRules' });
const rulesAnswer = z.object({
  alerts: z.array(alertRuleSchema).describe('In force.'),
  configured: z.boolean().describe('False: these are the defaults.'),
});

/** `/v1/predictions` and `/v1/alerts`: prediction quality, what was learned, and alert rules. */
export const predictionRoutes = (learning: Learning): readonly KeyRoute[] => [
  getPredictionQuality(learning),
  listPredictionVersions(learning),
  rollBackPredictions(learning),
  getAlertRules(learning),
  setAlertRules(learning),
  resetAlertRules(learning),
];

const getPredictionQuality = (learning: Learning): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/predictions/quality',
    operationId: 'getPredictionQuality',
    tag: TAG,
    summary: 'See whether the predictions help',
    description:
      'Per target: Brier score, log loss, lift against the prior and against the running base rate, and the reliability curve; of numbers the root mean squared error and how often the interval held. Each outcome is scored before it is learned from.',
    responses: { 200: { description: 'Figures over all outcomes', schema: qualityAnswer } },
    handle: async (_input, { organization }) => {
      const { version, outcomes, quality } = await learning.quality(organization.id);
      const targets = Object.fromEntries(
        Object.entries(quality).map(([target, figures]) => [
          target,
          qualityOf(figures as ChanceQuality | NumberQuality),
        ]),
      );
      return jsonReply(200, { model_version: version, outcomes, targets });
    },
  });

const listPredictionVersions = (learning: Learning): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/predictions/versions',
    operationId: 'listPredictionVersions',
    tag: TAG,
    summary: 'List what was learned, oldest first',
    description: 'Version 0, the prior, is always there and not listed.',
    responses: { 200: { description: 'The versions', schema: versionsAnswer } },
    handle: async (_input, { organization }) => {
      const notes = await learning.notes(organization.id);
      return jsonReply(200, { current: notes.at(-1)?.version ?? 0, versions: notes.map(noteOf) });
    },
  });

const rollBackPredictions = (learning: Learning): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/predictions/rollback',
    operationId: 'rollBackPredictions',
    tag: TAG,
    summary: 'Go back to an earlier version',
    description: 'Makes a new version that thinks what that one thought. 0 is the prior.',
    body: z.strictObject({
      version: z
        .number()
        .int()
        .min(0)
        .max(2_147_483_647)
        .describe('The version to go back to, one with `can_roll_back_to`; 0 is the prior.'),
    }),
    responses: { 200: { description: 'The new version', schema: rollbackAnswer } },
    faults: ['not_found', 'overloaded'],
    handle: async ({ body }, { organization }) => {
      const { version } = await learning.rollBack(organization.id, body.version);
      return jsonReply(200, { model_version: version, rolled_back_to: body.version });
    },
  });

const getAlertRules = (learning: Learning): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/alerts',
    operationId: 'getAlertRules',
    tag: TAG,
    summary: 'Read the thresholds',
    description: 'The defaults, where none were set: `configured` says which.',
    responses: { 200: { description: 'The thresholds', schema: rulesAnswer } },
    handle: async (_input, { organization }) => {
      const { settings } = await learning.insight(organization.id);
      return jsonReply(200, { alerts: rulesOf(settings), configured: settings.alerts !== null });
    },
  });

const setAlertRules = (learning: Learning): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'PUT',
    path: '/v1/alerts',
    operationId: 'setAlertRules',
    tag: TAG,
    summary: 'Set the thresholds',
    description:
      'A crossing, either way, is told as `session.prediction`; entering also raises an alert (`alert.triggered`) unless `alert` is false.',
    body: rulesBody,
    responses: { 200: { description: 'The thresholds', schema: rulesAnswer } },
    handle: async ({ body }, { organization }) => {
      await learning.setAlerts(organization.id, body.alerts);
      return jsonReply(200, { alerts: body.alerts, configured: true });
    },
  });

const resetAlertRules = (learning: Learning): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'DELETE',
    path: '/v1/alerts',
    operationId: 'resetAlertRules',
    tag: TAG,
    summary: 'Go back to the default thresholds',
    description: 'Sessions that go on follow them with their next prediction.',
    responses: { 200: { description: 'The thresholds', schema: rulesAnswer } },
    handle: async (_input, { organization }) => {
      await learning.setAlerts(organization.id, null);
      return jsonReply(200, { alerts: DEFAULT_ALERT_RULES, configured: false });
    },
  });

const qualityOf = (
  figures: ChanceQuality | NumberQuality,
): z.input<typeof chanceQuality> | z.input<typeof numberQuality> => {
  if (figures.kind === 'number') {
    return {
      kind: 'number',
      outcomes: figures.outcomes,
      root_mean_squared_error: figures.rootMeanSquaredError ?? null,
      lift_over_prior: figures.liftOverPrior ?? null,
      lift_over_prior_interval: figures.liftOverPriorInterval ?? null,
      lift_over_mean: figures.liftOverMean ?? null,
      coverage: figures.coverage ?? null,
      interval_level: figures.intervalLevel,
    };
  }
  return {
    kind: 'chance',
    outcomes: figures.outcomes,
    base_rate: figures.baseRate ?? null,
    brier_score: figures.brier ?? null,
    log_loss: figures.logLoss ?? null,
    lift_over_prior: figures.liftOverPrior ?? null,
    lift_over_prior_interval: figures.liftOverPriorInterval ?? null,
    lift_over_base_rate: figures.liftOverBaseRate ?? null,
    calibration_error: figures.calibrationError ?? null,
    reliability_curve: figures.reliability.map(({ observedInterval, ...bin }) => ({
      ...bin,
      observed_interval: observedInterval,
    })),
  };
};

const noteOf = ({
  version,
  parent,
  change,
  createdAt,
  outcomes,
  kept,
}: VersionNote): z.input<typeof versionsAnswer>['versions'][number] => ({
  version,
  parent,
  outcomes,
  created_at: createdAt,
  can_roll_back_to: kept,
  change: {
    kind: change.kind,
    // A deleted session has an empty id.
    ...('sessionId' in change && change.sessionId !== '' && { session_id: change.sessionId }),
    ...('to' in change && { to: change.to }),
  },
});
