import { z } from 'zod';
import { LIFECYCLE_STATES } from '../../domain/conversations/lifecycle.js';
import { HEARD_MOODS } from '../../domain/call/emotion/heard-mood.js';
import { intervalSchema } from '../../domain/predictions/models/interval.js';

const factor = z.strictObject({
  name: z.string(),
  contribution: z.number(),
  direction: z.enum(['raises', 'lowers']),
  explanation: z.string(),
});
const perTarget = <T extends z.ZodType>(of: T) =>
  z.strictObject({
    escalation_risk: of,
    churn_risk: of,
    resolution_probability: of,
    predicted_csat: of,
    sentiment_forecast: of,
  });

const predictionsSchema = z
  .strictObject({
    ...perTarget(z.number()).shape,
    horizon_s: z.number(),
    utterances_seen: z.number().int(),
    trajectory: z.enum(['declining', 'stable', 'improving']),
    interval_level: z.number(),
    intervals: perTarget(intervalSchema),
    impact_factors: perTarget(z.array(factor)),
    recommended_tone: z.string(),
    recommended_actions: z.array(z.string()),
  })
  .meta({
    id: 'Predictions',
    description:
      'Prior: the features, their starting coefficients and widths, and the advice. Learned, per organization, from submitted outcomes: the coefficients and the unexplained variance. `model_version` of the session tells which state of that learning spoke; 0 is the prior alone.',
  });

const kpiPredictions = z.record(
  z.string(),
  z.strictObject({
    value: z.union([z.number(), z.boolean(), z.string()]),
    confidence: z.number().min(0).max(1),
    interval: intervalSchema.optional(),
    probabilities: z.record(z.string(), z.number()).optional(),
  }),
);

export const alertSchema = z
  .strictObject({
    id: z.string(),
    rule_id: z.string().meta({ description: 'Of the rule that raised it.' }),
    alert_type: z.string(),
    threshold: z.number(),
    value: z.number(),
    recommended_action: z.string(),
    raised_at_s: z.number(),
    active: z.boolean(),
    acknowledged_at: z.string().nullable(),
  })
  .meta({ id: 'SessionAlert' });

export const alertsSchema = z.strictObject({
  alerts: z.array(alertSchema),
  active: z.number().int().meta({ description: 'How many of them hold now.' }),
});

export const cueSchema = z
  .strictObject({
    id: z.string(),
    at_s: z.number(),
    mode: z.string(),
    severity: z.string(),
    title: z.string(),
    body: z.string(),
    seen: z.boolean(),
    answer: z.enum(['accepted', 'dismissed', 'snoozed', 'not_useful']).nullable(),
    answered_after_s: z.number().nullable(),
  })
  .meta({ id: 'SessionCue' });

/** As the agent's panel tells it. */
const mood = z.enum(HEARD_MOODS).nullable();

export const utteranceSchema = z
  .strictObject({
    id: z.string(),
    index: z.number().int().nullable(),
    speaker_id: z.string(),
    role: z.enum(['caller', 'agent']),
    source: z.enum(['audio', 'result', 'transcript', 'stream']),
    start: z.number(),
    end: z.number(),
    emotion: z.string().nullable(),
    confidence: z.number().nullable(),
    uncertain: z.boolean().nullable().meta({
      description:
        'The confidence lies below the model’s own floor: show the label as uncertain. Where labels stand alone, in `summary` and in events, they say `uncertain` then. Null where nothing was read.',
    }),
    mood: mood.meta({
      description:
        'What an agent’s panel showed of the speaker when it was over: one of the six words in which a call is told while it goes on. Null of recordings and results that were sent, and where nothing sure was heard.',
    }),
    valence: z.number().nullable(),
    arousal: z.number().nullable(),
    expected: z
      .strictObject({
        escalation_risk: z.number(),
        churn_risk: z.number(),
        resolution_probability: z.number(),
        predicted_csat: z.number(),
      })
      .nullable()
      .meta({ description: 'The predictions after it, when it was added: how they moved through the call.' }),
  })
  .meta({
    id: 'Utterance',
    description: 'Times in seconds. What was said, where it is kept, is the transcript.',
  });

export const overviewSchema = z
  .strictObject({
    duration: z.number().meta({ description: 'Seconds; so far, of a session that goes on.' }),
    dominant_emotion: z.string().nullable(),
    final_emotion: z.string().nullable(),
    dominant_mood: mood.meta({
      description: 'The mood that lasted longest; null until it is over, and where no stream was heard.',
    }),
    final_mood: mood.meta({
      description: 'The callers’ last mood; of a session that goes on, after the newest turn.',
    }),
    moods: z.partialRecord(z.enum(HEARD_MOODS), z.number()).nullable().meta({
      description:
        'Seconds of each of the callers’ moods, pauses too, as the agent’s panel sums up a call; null until it is over.',
    }),
    peak_escalation_risk: z.number(),
    alert_types: z.array(z.string()).meta({ description: 'Of alerts that were raised, each once.' }),
    open_alerts: z.number().int(),
    alert_count: z.number().int().meta({ description: 'Raised so far, open or not; 200 at most.' }),
    agent: z.string().nullable().meta({ description: '`agent_id`, or `agent`, of the metadata.' }),
    speakers: z
      .array(
        z.strictObject({
          id: z.string(),
          role: z.enum(['caller', 'agent']),
          talk_s: z.number(),
        }),
      )
      .nullable()
      .meta({ description: 'Who spoke most first, at most eight; null until the session is over.' }),
    people: z
      .array(z.strictObject({ speaker_id: z.string(), person_id: z.string(), label: z.string() }))
      .meta({ description: 'Enrolled people who were recognized.' }),
    valence: z.array(z.number().nullable()).nullable().meta({
      description:
        'The callers’ mean valence in 24 equal spans, for a small line; null where none of them spoke, and until the session is over.',
    }),
    emotions: z
      .record(z.string(), z.number())
      .nullable()
      .meta({ description: 'Seconds of the callers’ speech under each label; null until it is over.' }),
    outcome: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'SessionOverview', description: 'What a list shows of a session.' });

export const sessionListItem = z
  .strictObject({
    id: z.string(),
    state: z.enum(LIFECYCLE_STATES),
    vertical: z.string(),
    language: z.string(),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.string(),
    ended_at: z.string().nullable(),
    end_code: z.string().nullable(),
    utterance_count: z.number().int(),
    overview: overviewSchema,
  })
  .meta({ id: 'SessionListItem' });

const summarySchema = z.strictObject({
  duration: z.number().meta({
    description: 'Seconds, to the end of the last recording or of the stream’s longest channel.',
  }),
  utterance_count: z.number().int(),
  final_emotion: z.string(),
  emotion_trajectory: z.array(z.string()),
  dominant_emotion: z.string(),
  peak_escalation_risk: z.number(),
  sentiment_change: z.number(),
});

export const sessionSchema = sessionListItem
  .extend({
    utterances_seen: z.number().int(),
    predictions: predictionsSchema,
    kpi_predictions: kpiPredictions,
    model_version: z.number().int(),
    summary: summarySchema,
    vertical_state: z.string().nullable().meta({
      description:
        'Of the vertical, as `state` of an analysis: the newest caller’s utterance against all of them.',
    }),
    metrics: z
      .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
      .nullable()
      .meta({ description: 'Of the vertical, as `metrics` of an analysis; null before anybody was heard.' }),
    alerts: z.array(alertSchema),
    cues: z.array(cueSchema).meta({ description: 'That its stream gave the agent; the newest 64.' }),
    outcome: z.record(z.string(), z.unknown()).nullable(),
    utterances: z.array(utteranceSchema).meta({ description: 'The newest 200, in order.' }),
  })
  .meta({ id: 'Session' });

export const observedSchema = z
  .strictObject({
    utterance: utteranceSchema,
    duplicate: z.boolean(),
    session: z.strictObject({
      id: z.string(),
      state: z.enum(LIFECYCLE_STATES),
      utterance_count: z.number().int(),
    }),
    predictions: predictionsSchema,
    kpi_predictions: kpiPredictions,
    alerts: z.array(alertSchema).meta({ description: 'Raised by this utterance.' }),
    analysis: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Of audio: the analysis result.' }),
  })
  .meta({ id: 'ObservedUtterance' });
