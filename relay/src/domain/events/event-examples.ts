import type { z } from 'zod';
import type { EventName } from './event-names.js';
import type { eventSchemas } from './event-schemas.js';

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
