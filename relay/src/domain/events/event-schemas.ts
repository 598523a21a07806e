import { z } from 'zod';
import type { EventName } from './event-names.js';

const share = z.number().min(0).max(1);
const dimension = z.number().min(-1).max(1);
const seconds = z.number().min(0);
const moment = z.iso.datetime();

const problem = {
  code: z.string().describe('Stable; safe to match on.'),
  message: z.string().describe('For people.'),
};

/** Which item of which job an event is about, and why there is no analysis of it. */
const place = {
  request_id: z.string().describe('As in `X-Request-Id` of the request that sent the recording.'),
  job_id: z.string().optional().describe('Of the job; absent where the request itself answered.'),
  item_id: z.string().optional().describe('Of the batch’s item; absent of a single recording.'),
  error: z.looseObject(problem).optional().describe('Why the item failed; absent where it was analyzed.'),
};

const NO_SPEECH = 'Null: no speech. Absent: not asked for, or the item failed.';

const analysisComplete = z.object({
  ...place,
  emotion: z
    .string()
    .optional()
    .describe('The top label; `uncertain` without speech. Absent: not asked for, or the item failed.'),
  confidence: share.optional().describe('How sure the label is, 0 to 1.'),
  uncertain: z
    .boolean()
    .optional()
    .describe('The confidence lies below the model’s own floor: show the label as uncertain.'),
  valence: dimension.nullable().optional().describe(`-1 unpleasant to 1 pleasant. ${NO_SPEECH}`),
  arousal: dimension.nullable().optional().describe(`-1 calm to 1 excited. ${NO_SPEECH}`),
  dominance: dimension.nullable().optional().describe(`-1 submissive to 1 dominant. ${NO_SPEECH}`),
  state: z
    .string()
    .nullable()
    .optional()
    .describe(`The vertical’s word for how the speaker sounds. ${NO_SPEECH}`),
  metrics: z
    .looseObject({
      escalation_risk: z.string().optional().describe('`low`, `medium` or `high`; of `contact_center`.'),
      csat_predicted: z.number().optional().describe('The customer’s score, 1 to 5; of `contact_center`.'),
    })
    .nullable()
    .optional()
    .describe(`The vertical’s figures, words and flags, by name. ${NO_SPEECH}`),
});

const transcribedTurn = z.looseObject({
  turn_id: z.string().describe('Of the turn, once in this event.'),
  speaker: z
    .object({
      id: z.string().describe('As in `speakers`.'),
      label: z.string().describe('The name to show.'),
    })
    .describe('Who spoke.'),
  start: seconds.describe('Seconds from the start.'),
  end: seconds.describe('Seconds from the start.'),
  text: z.string().optional().describe('Only in test events: words are not kept.'),
  emotion: z.string().optional().describe('The label; absent where the tone was not analyzed.'),
});

const speakers = z
  .array(
    z.object({
      id: z.string().describe('As in the turns.'),
      label: z.string().describe('The name to show.'),
      talkSeconds: seconds.describe('Seconds in which this voice speaks.'),
    }),
  )
  .describe('Everybody who spoke.');

/** A batch transcribe call finished: the whole result. */
const analysisCompleted = z.looseObject({
  ...place,
  duration: seconds.optional().describe('Seconds of audio; absent where the item failed.'),
  turns: z.array(transcribedTurn).describe('In order of time; empty without `diarize`.'),
  speakers: speakers.describe('The voices; empty without `diarize`.'),
});

const sessionId = z.string().describe('The name of the session.');
const lasted = seconds.describe('Seconds that the session lasted.');

export const sessionEnd = z.object({
  session_id: sessionId,
  duration: lasted,
  utterance_count: z.number().int().min(0).describe('Of everybody.'),
  final_emotion: z.string().describe('The callers’ last label; `uncertain` where none was heard.'),
  emotion_trajectory: z.array(z.string()).describe('One label per utterance of callers, in order.'),
  /** A value that was never predicted, for lack of speech, is absent. */
  predictions: z
    .object({
      escalation_risk: share.optional().describe('0 to 1: that somebody else has to take over.'),
      churn_risk: share.optional().describe('0 to 1: that the customer leaves.'),
      resolution_probability: share.optional().describe('0 to 1: that the matter is settled.'),
      predicted_csat: z.number().min(1).max(5).optional().describe('The customer’s score, 1 to 5.'),
    })
    .describe('As they stood then; a value that was never predicted is absent.'),
  summary: z
    .object({
      dominant_emotion: z.string().describe('The label that held longest; `uncertain` where none was heard.'),
      peak_escalation_risk: share.describe('The highest after any utterance, 0 to 1.'),
      sentiment_change: z
        .number()
        .describe('Mean valence of the second half minus that of the first, -2 to 2.'),
    })
    .describe('How the callers sounded, over the whole session.'),
});

/** The session's turns and speakers, without words: words are never stored, and the outbox is storage. */
export const sessionEnded = z.object({
  session_id: sessionId,
  started_at: moment.describe('When the session began.'),
  ended_at: moment.describe('When it ended.'),
  end_code: z.string().describe('What ended it, as `end_code` of the session.'),
  duration: lasted,
  turns: z
    .array(
      transcribedTurn.extend({ channel: z.number().int().min(0).describe('Where it was heard, from 0.') }),
    )
    .describe('In order of time.'),
  speakers,
});

const sessionPrediction = z.object({
  session_id: sessionId,
  prediction: z
    .union([
      z.enum([
        'escalation_risk',
        'churn_risk',
        'resolution_probability',
        'predicted_csat',
        'sentiment_forecast',
      ]),
      z
        .templateLiteral(['kpi.', z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)])
        .meta({ description: 'One of the organization’s own KPIs.' }),
    ])
    .describe('Which prediction crossed its threshold.'),
  direction: z.enum(['above', 'below']).describe('On which side of the threshold the value is now.'),
  threshold: z.number().describe('In the prediction’s unit.'),
  value: z.number().describe('In the prediction’s unit, at this moment.'),
  emotion: z.string().describe('The callers’ last label; `uncertain` where none was heard.'),
  utterance_count: z.number().int().min(0).describe('Of everybody, so far.'),
  predictions: sessionEnd.shape.predictions
    .extend({ sentiment_forecast: dimension.describe('Valence of what comes next, -1 to 1.') })
    .describe('All predictions at this moment.'),
});

const alertTriggered = z.object({
  rule_id: z.string().describe('Of the rule that raised it.'),
  alert_type: z.string().describe('The rule’s own name for it, or its metric with `_high` or `_low`.'),
  session_id: sessionId,
  threshold: z.number().describe('In the metric’s unit.'),
  value: z.number().describe('That crossed it, in the metric’s unit.'),
  emotion: z.string().describe('The callers’ last label; `uncertain` where none was heard.'),
  recommended_action: z.string().describe('The rule’s, else that of the predictions.'),
});

const fineTune = {
  job_id: z.string().describe('For `GET /v1/fine-tune/{id}`.'),
  name: z.string().describe('Of the model to be.'),
  base_model: z.string().describe('The name of the readers that it is trained on.'),
  created_at: moment.describe('When the job was made.'),
};
/** From now on, samples are fetched and analyzed. */
export const fineTuneStarted = z.object({
  ...fineTune,
  started_at: moment.describe('From then on samples are fetched and heard.'),
  training_examples: z.number().int().min(0).describe('Samples of the job, refused ones too.'),
});
export const fineTuneCompleted = z.object({
  ...fineTune,
  completed_at: moment.describe('When the model was ready.'),
  model: z.string().describe('The name by which `model` of a request selects it.'),
  better: z.boolean().describe('Whether it is surely better than the base model, as `report.better`.'),
  activated: z.boolean().describe('Whether it is the default now: better, with `activate: if_better`.'),
  metrics: z
    .record(z.string(), z.number())
    .describe(
      'Figures of held-out samples, 0 to 1; `gain` is over the base model, -1 to 1. Counts and seconds, too.',
    ),
});
export const fineTuneFailed = z.object({
  ...fineTune,
  failed_at: moment.describe('When it was given up.'),
  error: z
    .object({
      ...problem,
      code: z.string().describe('`too_few_samples`, `training_failed`, `crashed` or `base_model_changed`.'),
    })
    .describe('Why there is no model; nothing was charged.'),
});

/** Once for each limit and calendar month (UTC). */
export const walletBudgetReached = z.object({
  budget_id: z.string().describe('Of the limit, as in `GET /v1/wallet/budgets`.'),
  kind: z
    .enum(['spent_in_month', 'balance_below'])
    .describe('Whether it limits what a month costs, or what is left.'),
  limit_credits: z.number().int().min(1).describe('The limit; a credit is a second of audio.'),
  credits: z.number().min(0).describe('What was spent in the month, or is left, at that moment.'),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .describe('The calendar month (UTC) that it is about; once in each.'),
  reached_at: moment.describe('When it was reached.'),
});

/** What `data` of each event holds. */
export const eventSchemas = {
  'analysis.complete': analysisComplete,
  'session.end': sessionEnd,
  'session.prediction': sessionPrediction,
  'alert.triggered': alertTriggered,
  'fine_tune.started': fineTuneStarted,
  'fine_tune.completed': fineTuneCompleted,
  'fine_tune.failed': fineTuneFailed,
  'wallet.budget_reached': walletBudgetReached,
  'analysis.completed': analysisCompleted,
  'session.ended': sessionEnded,
} as const satisfies Record<EventName, z.ZodObject>;
