import { z } from 'zod';
import { LIFECYCLE_STATES } from '../../domain/conversations/lifecycle.js';
import { HEARD_MOODS } from '../../domain/call/emotion/heard-mood.js';
import { intervalSchema } from '../../domain/predictions/models/interval.js';

const factor = z.strictObject({
  name: z.string().describe('The feature, for programs.'),
  contribution: z.number().describe('In the prediction’s own unit: log-odds, points of the score, valence.'),
  direction: z.enum(['raises', 'lowers']).describe('Which way it moves the prediction.'),
  explanation: z.string().describe('What was heard, in the session’s language.'),
});
const perTarget = <T extends z.ZodType>(of: T) =>
  z.strictObject({
    escalation_risk: of.describe('Of `escalation_risk`.'),
    churn_risk: of.describe('Of `churn_risk`.'),
    resolution_probability: of.describe('Of `resolution_probability`.'),
    predicted_csat: of.describe('Of `predicted_csat`.'),
    sentiment_forecast: of.describe('Of `sentiment_forecast`.'),
  });

const outcomePredictions = {
  escalation_risk: z.number().describe('0 to 1: that somebody else has to take over.'),
  churn_risk: z.number().describe('0 to 1: that the customer leaves.'),
  resolution_probability: z.number().describe('0 to 1: that the matter is settled.'),
  predicted_csat: z.number().describe('The customer’s score, 1 to 5.'),
};

const predictionsSchema = z
  .strictObject({
    ...outcomePredictions,
    sentiment_forecast: z.number().describe('Valence of the next `horizon_s`, -1 to 1.'),
    horizon_s: z.number().describe('Of the sentiment forecast; the others are about the whole conversation.'),
    utterances_seen: z
      .number()
      .int()
      .describe('Of callers. With 0 it is what your ordinary conversation is like.'),
    trajectory: z.enum(['declining', 'stable', 'improving']).describe('Of valence so far.'),
    interval_level: z.number().describe('How probably a value lies within its interval, 0 to 1.'),
    intervals: perTarget(intervalSchema).describe('Where each value lies with that probability.'),
    impact_factors: perTarget(z.array(factor)).describe(
      'What moves each away from that of an ordinary conversation, the strongest first.',
    ),
    recommended_tone: z
      .string()
      .describe('`calm_and_slow`, `empathetic`, `warm_and_steady`, `friendly` or `clear`.'),
    recommended_actions: z.array(z.string()).describe('In the session’s language.'),
  })
  .meta({
    id: 'Predictions',
    description:
      'Prior: the features, their starting coefficients and widths, and the advice. Learned, per organization, from submitted outcomes: the coefficients and the unexplained variance. `model_version` of the session tells which state of that learning spoke; 0 is the prior alone.',
  });

const kpiPredictions = z.record(
  z.string(),
  z.strictObject({
    value: z
      .union([z.number(), z.boolean(), z.string()])
      .describe('In the KPI’s own unit, yes or no, or a category.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('Its probability, 0 to 1; of a number, that of being within a tenth of the range.'),
    interval: intervalSchema.optional().describe('Of a number: where it lies with a probability of .8.'),
    probabilities: z
      .record(z.string(), z.number())
      .optional()
      .describe('Of yes and no, or of each category.'),
  }),
);

export const alertSchema = z
  .strictObject({
    id: z.string().describe('For `POST /v1/sessions/{id}/alerts/{alert_id}/acknowledge`.'),
    rule_id: z.string().meta({ description: 'Of the rule that raised it.' }),
    alert_type: z.string().describe('The rule’s own name for it, or its metric with `_high` or `_low`.'),
    threshold: z.number().describe('In the metric’s unit.'),
    value: z.number().describe('That crossed it, in the metric’s unit.'),
    recommended_action: z.string().describe('The rule’s, else that of the predictions.'),
    raised_at_s: z.number().describe('Seconds from the start of the conversation.'),
    active: z.boolean().describe('Whether the value is still beyond.'),
    acknowledged_at: z.string().nullable().describe('When somebody said that it was seen; null: nobody yet.'),
  })
  .meta({ id: 'SessionAlert' });

export const alertsSchema = z.strictObject({
  alerts: z.array(alertSchema).meta({ description: 'All that were raised, oldest first.' }),
  active: z.number().int().meta({ description: 'How many of them hold now.' }),
});

export const cueSchema = z
  .strictObject({
    id: z.string().describe('`cue_id` of `agent_steering`.'),
    at_s: z.number().describe('Seconds from the start of the conversation.'),
    mode: z.string().describe('The steering mode that it was given for.'),
    severity: z.string().describe('`info`, `notice` or `warning`.'),
    title: z.string().describe('A few words.'),
    body: z.string().describe('One or two sentences.'),
    seen: z.boolean().describe('Whether a screen showed it.'),
    answer: z
      .enum(['accepted', 'dismissed', 'snoozed', 'not_useful'])
      .nullable()
      .describe('What the agent did with it; null: nothing.'),
    answered_after_s: z.number().nullable().describe('Seconds from when it was shown.'),
  })
  .meta({ id: 'SessionCue' });

/** As the agent's panel tells it. */
const mood = z.enum(HEARD_MOODS).nullable();

const lasted = (sound: string) => z.number().describe(`Seconds. ${sound}`).optional();
const moodSeconds = z.strictObject({
  calm: lasted('None of the other moods, and little escalation.'),
  pleased: lasted('Glad speech, with little escalation.'),
  low: lasted('Displeased and quiet: sad or discouraged.'),
  tense: lasted('Raised escalation.'),
  upset: lasted('High escalation.'),
  calming: lasted('What follows `tense` or `upset` while the voice comes down.'),
} satisfies Record<(typeof HEARD_MOODS)[number], z.ZodType>);

export const utteranceSchema = z
  .strictObject({
    id: z.string().describe('Yours, or one that was made.'),
    index: z.number().int().nullable().describe('Its number, as you gave it; null: none was given.'),
    speaker_id: z.string().describe('Who spoke.'),
    role: z.enum(['caller', 'agent']).describe('Of whoever spoke.'),
    source: z.enum(['audio', 'result', 'transcript', 'stream']).describe('What it came from.'),
    start: z.number().describe('Seconds from the start of the conversation.'),
    end: z.number().describe('Seconds from the start of the conversation.'),
    emotion: z.string().nullable().describe('The most probable label; null where nobody analyzed it.'),
    confidence: z.number().nullable().describe('0 to 1.'),
    uncertain: z.boolean().nullable().meta({
      description:
        'The confidence lies below the model’s own floor: show the label as uncertain. Where labels stand alone, in `summary` and in events, they say `uncertain` then. Null where nothing was read.',
    }),
    mood: mood.meta({
      description:
        'What an agent’s panel showed of the speaker when it was over: one of the six words in which a call is told while it goes on. Null of recordings and results that were sent, and where nothing sure was heard.',
    }),
    valence: z.number().nullable().describe('-1 to 1.'),
    arousal: z.number().nullable().describe('-1 to 1.'),
    expected: z
      .strictObject(outcomePredictions)
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
    dominant_emotion: z
      .string()
      .nullable()
      .describe('The callers’ label that held longest; null until it is over.'),
    final_emotion: z.string().nullable().describe('The callers’ last label.'),
    dominant_mood: mood.meta({
      description: 'The mood that lasted longest; null until it is over, and where no stream was heard.',
    }),
    final_mood: mood.meta({
      description: 'The callers’ last mood; of a session that goes on, after the newest turn.',
    }),
    moods: moodSeconds.nullable().meta({
      description:
        'Seconds of each of the callers’ moods, pauses too, as the agent’s panel sums up a call; of several callers, each until another speaks. A mood that did not come is absent; null until it is over.',
    }),
    peak_escalation_risk: z.number().describe('The highest after any utterance, 0 to 1.'),
    alert_types: z.array(z.string()).meta({ description: 'Of alerts that were raised, each once.' }),
    open_alerts: z.number().int().describe('Whose value is still beyond.'),
    alert_count: z.number().int().meta({ description: 'Raised so far, open or not; 200 at most.' }),
    agent: z.string().nullable().meta({ description: '`agent_id`, or `agent`, of the metadata.' }),
    speakers: z
      .array(
        z.strictObject({
          id: z.string().describe('As in the utterances.'),
          role: z.enum(['caller', 'agent']).describe('Of this speaker.'),
          talk_s: z.number().describe('Seconds of speech.'),
        }),
      )
      .nullable()
      .meta({ description: 'Who spoke most first, at most eight; null until the session is over.' }),
    people: z
      .array(
        z.strictObject({
          speaker_id: z.string().describe('As in the utterances.'),
          person_id: z.string().describe('As in `GET /v1/speakers`.'),
          label: z.string().describe('The name to show.'),
        }),
      )
      .meta({ description: 'Enrolled people who were recognized.' }),
    valence: z.array(z.number().nullable()).nullable().meta({
      description:
        'The callers’ mean valence in 24 equal spans, for a small line; null where none of them spoke, and until the session is over.',
    }),
    emotions: z
      .record(z.string(), z.number())
      .nullable()
      .meta({ description: 'Seconds of the callers’ speech under each label; null until it is over.' }),
    outcome: z.record(z.string(), z.unknown()).nullable().describe('As it was told; null: not yet.'),
  })
  .meta({ id: 'SessionOverview', description: 'What a list shows of a session.' });

export const sessionListItem = z
  .strictObject({
    id: z.string().describe('The name of the conversation.'),
    state: z.enum(LIFECYCLE_STATES).describe('Where it stands.'),
    vertical: z.string().describe('The rules that judge state and metrics.'),
    language: z.string().describe('Of advice and cues, BCP 47.'),
    external_id: z.string().nullable().describe('Your own reference.'),
    metadata: z.record(z.string(), z.unknown()).describe('As it was given.'),
    created_at: z.string().describe('When it began.'),
    updated_at: z.string().describe('When something happened to it last.'),
    ended_at: z.string().nullable().describe('When it ended; null: it goes on.'),
    end_code: z.string().nullable().describe('What ended it.'),
    utterance_count: z.number().int().describe('Of everybody, so far.'),
    overview: overviewSchema,
  })
  .meta({ id: 'SessionListItem', description: 'A session without its utterances and predictions.' });

const summarySchema = z.strictObject({
  duration: z.number().meta({
    description: 'Seconds, to the end of the last recording or of the stream’s longest channel.',
  }),
  utterance_count: z.number().int().describe('Of everybody.'),
  final_emotion: z.string().describe('The callers’ last label.'),
  emotion_trajectory: z.array(z.string()).describe('One label per utterance of callers.'),
  dominant_emotion: z.string().describe('The label that held longest.'),
  peak_escalation_risk: z.number().describe('The highest after any utterance, 0 to 1.'),
  sentiment_change: z.number().describe('Mean valence of the second half minus that of the first, -2 to 2.'),
});

export const sessionSchema = sessionListItem
  .extend({
    utterances_seen: z.number().int().describe('Of callers, behind the predictions.'),
    predictions: predictionsSchema,
    kpi_predictions: kpiPredictions.describe('What is expected of your KPIs, by name.'),
    model_version: z.number().int().describe('Of what was learned from outcomes; 0: the prior alone.'),
    summary: summarySchema.describe('How the callers sounded so far.'),
    vertical_state: z.string().nullable().meta({
      description:
        'Of the vertical, as `state` of an analysis: the newest caller’s utterance against all of them.',
    }),
    metrics: z
      .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
      .nullable()
      .meta({ description: 'Of the vertical, as `metrics` of an analysis; null before anybody was heard.' }),
    alerts: z.array(alertSchema).describe('All that were raised, oldest first.'),
    cues: z.array(cueSchema).meta({ description: 'That its stream gave the agent; the newest 64.' }),
    outcome: z.record(z.string(), z.unknown()).nullable().describe('As it was told; null: not yet.'),
    utterances: z
      .array(utteranceSchema)
      .meta({ description: 'The newest 200, in order; all of them: `GET /v1/sessions/{id}/utterances`.' }),
  })
  .meta({ id: 'Session', description: 'A session with what was heard, and what is expected of it.' });

export const observedSchema = z
  .strictObject({
    utterance: utteranceSchema,
    duplicate: z.boolean().describe('The utterance was there already; nothing changed.'),
    session: z
      .strictObject({
        id: z.string().describe('Your own name for it.'),
        state: z.enum(LIFECYCLE_STATES).describe('After this utterance.'),
        utterance_count: z.number().int().describe('Of everybody, this one included.'),
      })
      .describe('The session as it is now.'),
    predictions: predictionsSchema,
    kpi_predictions: kpiPredictions.describe('What is expected of your KPIs, by name.'),
    alerts: z.array(alertSchema).meta({ description: 'Raised by this utterance.' }),
    analysis: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Of audio: the analysis result.' }),
  })
  .meta({ id: 'ObservedUtterance' });
