import { z } from 'zod';
import type { EventName } from './event-names.js';

const share = z.number().min(0).max(1);
const dimension = z.number().min(-1).max(1);

/** Which item of which job an event is about, and why there is no analysis of it. */
const jobItem = {
  job_id: z.string().optional(),
  item_id: z.string().optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
};

/**
 * V/A/D lie between −1 and 1, shares and risks between 0 and 1. Times are in seconds unless stated otherwise. A figure is
 * absent if its feature was not requested or the item failed, and null if no speech was heard.
 */
const analysisComplete = z.object({
  request_id: z.string(),
  ...jobItem,
  emotion: z.string().optional(),
  confidence: share.optional(),
  /** The confidence lies below the model's own floor: show the label as uncertain. */
  uncertain: z.boolean().optional(),
  valence: dimension.nullable().optional(),
  arousal: dimension.nullable().optional(),
  dominance: dimension.nullable().optional(),
  state: z.string().nullable().optional(),
  metrics: z
    .looseObject({ escalation_risk: z.string().optional(), csat_predicted: z.number().optional() })
    .nullable()
    .optional(),
});

const transcribedTurn = z.looseObject({
  turn_id: z.string(),
  speaker: z.object({ id: z.string(), label: z.string() }),
  start: z.number().min(0),
  end: z.number().min(0),
  text: z.string().optional(),
  emotion: z.string().optional(),
});

const talkingSpeaker = z.object({ id: z.string(), label: z.string(), talkSeconds: z.number().min(0) });

/** A batch transcribe call finished: the full transcription. */
const analysisCompleted = z.looseObject({
  request_id: z.string(),
  ...jobItem,
  duration: z.number().min(0).optional(),
  turns: z.array(transcribedTurn),
  speakers: z.array(talkingSpeaker),
});

export const sessionEnd = z.object({
  session_id: z.string(),
  duration: z.number().min(0),
  utterance_count: z.number().int().min(0),
  final_emotion: z.string(),
  emotion_trajectory: z.array(z.string()),
  /** A value that was never predicted, for lack of speech, is absent. */
  predictions: z.object({
    escalation_risk: share.optional(),
    churn_risk: share.optional(),
    resolution_probability: share.optional(),
    predicted_csat: z.number().min(1).max(5).optional(),
  }),
  summary: z.object({
    dominant_emotion: z.string(),
    peak_escalation_risk: share,
    sentiment_change: z.number(),
  }),
});

/** The session's turns and speakers, without words: words are never stored, and the outbox is storage. */
export const sessionEnded = z.object({
  session_id: z.string(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  end_code: z.string(),
  duration: z.number().min(0),
  turns: z.array(transcribedTurn.extend({ channel: z.number().int().min(0) })),
  speakers: z.array(talkingSpeaker),
});

const sessionPrediction = z.object({
  session_id: z.string(),
  /** Which prediction crossed its threshold. */
  prediction: z.union([
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
  ]),
  direction: z.enum(['above', 'below']),
  threshold: z.number(),
  value: z.number(),
  emotion: z.string(),
  utterance_count: z.number().int().min(0),
  predictions: sessionEnd.shape.predictions.extend({ sentiment_forecast: dimension }),
});

const alertTriggered = z.object({
  /** Of the rule that raised it. */
  rule_id: z.string(),
  alert_type: z.string(),
  session_id: z.string(),
  threshold: z.number(),
  value: z.number(),
  emotion: z.string(),
  recommended_action: z.string(),
});

const fineTune = {
  job_id: z.string(),
  name: z.string(),
  base_model: z.string(),
  created_at: z.iso.datetime(),
};
/** From now on, samples are fetched and analyzed. */
export const fineTuneStarted = z.object({
  ...fineTune,
  started_at: z.iso.datetime(),
  training_examples: z.number().int().min(0),
});
/** Figures of held-out samples, 0 to 1 except for counts and seconds. `gain` is the gain over the base model. */
export const fineTuneCompleted = z.object({
  ...fineTune,
  completed_at: z.iso.datetime(),
  /** The name by which `model` of a request selects it. */
  model: z.string(),
  better: z.boolean(),
  activated: z.boolean(),
  metrics: z.record(z.string(), z.number()),
});
/** `error.code`: `too_few_samples`, `training_failed`, `crashed` or `base_model_changed`. */
export const fineTuneFailed = z.object({
  ...fineTune,
  failed_at: z.iso.datetime(),
  error: z.object({ code: z.string(), message: z.string() }),
});

/** Once for each limit and calendar month (UTC). Credits are seconds of audio; `credits` is what was spent or left at that moment. */
export const walletBudgetReached = z.object({
  budget_id: z.string(),
  kind: z.enum(['spent_in_month', 'balance_below']),
  limit_credits: z.number().int().min(1),
  credits: z.number().min(0),
  month: z.string().regex(/^\d{4}-\d{2}$/),
  reached_at: z.iso.datetime(),
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

const SESSION = 'ses_01h2xcejqtf2nbrexx3vqjhp41';
const predictions = {
  escalation_risk: 0.31,
  churn_risk: 0.22,
  resolution_probability: 0.74,
  predicted_csat: 3.8,
};
const job = { job_id: 'ft_4aVbZ9Qm2kTn81xYcRw0Lp', name: 'claims-desk', base_model: 'undertone-live' };
const jobMade = { ...job, created_at: '2026-11-20T09:58:00.000Z' };
const speakers = [
  { id: 'spk_1', label: 'Customer', talkSeconds: 61.4 },
  { id: 'spk_2', label: 'Agent', talkSeconds: 48.2 },
];
const turn = {
  turn_id: 'turn_1',
  speaker: { id: 'spk_1', label: 'Customer' },
  start: 0.42,
  end: 3.1,
  emotion: 'frustrated',
};

const examples: { readonly [N in EventName]: z.output<(typeof eventSchemas)[N]> } = {
  'analysis.complete': {
    request_id: 'req_7QwYb2sXJr0dKf4mTzVn9a',
    emotion: 'frustrated',
    confidence: 0.82,
    valence: -0.41,
    arousal: 0.63,
    dominance: 0.12,
    state: 'frustrated',
    metrics: { escalation_risk: 'high', csat_predicted: 2.1 },
  },
  'session.end': {
    session_id: SESSION,
    duration: 184.2,
    utterance_count: 23,
    final_emotion: 'content',
    emotion_trajectory: ['frustrated', 'neutral', 'content'],
    predictions,
    summary: { dominant_emotion: 'neutral', peak_escalation_risk: 0.68, sentiment_change: 0.37 },
  },
  'session.prediction': {
    session_id: SESSION,
    prediction: 'escalation_risk',
    direction: 'above',
    threshold: 0.7,
    value: 0.74,
    emotion: 'angry',
    utterance_count: 9,
    predictions: { ...predictions, escalation_risk: 0.74, sentiment_forecast: -0.28 },
  },
  'alert.triggered': {
    rule_id: 'escalation_risk_high',
    alert_type: 'escalation_risk_high',
    session_id: SESSION,
    threshold: 0.8,
    value: 0.86,
    emotion: 'angry',
    recommended_action: 'Offer to bring in a supervisor before it is asked for.',
  },
  'fine_tune.started': { ...jobMade, started_at: '2026-11-20T10:00:00.000Z', training_examples: 1_200 },
  'fine_tune.completed': {
    ...jobMade,
    completed_at: '2026-11-20T11:12:00.000Z',
    model: 'claims-desk',
    better: true,
    activated: true,
    metrics: {
      unweighted_average_recall: 0.71,
      base_unweighted_average_recall: 0.55,
      gain: 0.16,
      expected_calibration_error: 0.06,
      samples_used: 1_180,
      samples_refused: 20,
      seconds: 3_412.5,
    },
  },
  'fine_tune.failed': {
    ...jobMade,
    failed_at: '2026-11-20T10:03:00.000Z',
    error: { code: 'too_few_samples', message: 'label happy needs at least 3 samples, it has 1' },
  },
  'wallet.budget_reached': {
    budget_id: 'bud_6mXc1Wf8sQe3Rj0Tk9ZpLa',
    kind: 'spent_in_month',
    limit_credits: 360_000,
    credits: 360_004.2,
    month: '2026-11',
    reached_at: '2026-11-20T10:03:00.000Z',
  },
  'analysis.completed': {
    request_id: 'req_7QwYb2sXJr0dKf4mTzVn9a',
    duration: 118.6,
    turns: [{ ...turn, text: 'I have been waiting for a week.' }],
    speakers,
  },
  'session.ended': {
    session_id: SESSION,
    started_at: '2026-11-20T10:00:00.000Z',
    ended_at: '2026-11-20T10:03:04.200Z',
    end_code: 'client_ended',
    duration: 184.2,
    turns: [{ ...turn, channel: 0 }],
    speakers,
  },
};

/** A realistic `data` of an event: in the API reference, and what a test event sends. */
export const exampleOf = (name: EventName): object => examples[name];
