import type { VerticalDefinition } from './definition.js';

/** A patient's call or visit. Describes how a person sounds. It is not a diagnosis and does not measure a condition. */
export const healthcare = {
  name: 'healthcare',
  title: 'Healthcare',
  states: [
    {
      name: 'agitated',
      means: 'Escalating: displeased, aroused and pushing.',
      // Fear is as aroused as anger, but without dominance.
      when: { now: { escalation: { atLeast: 0.6 }, dominance: { atLeast: 0 } } },
    },
    {
      name: 'distressed',
      means: 'Under strong stress, displeased.',
      when: { now: { stress: { atLeast: 0.6 }, valence: { atMost: -0.3 } } },
    },
    {
      name: 'anxious',
      means: 'Tense and unsure.',
      when: { now: { stress: { atLeast: 0.42 }, certainty: { atMost: 0.5 } } },
    },
    {
      name: 'withdrawn',
      means: 'Low spirits and little energy.',
      when: { now: { valence: { atMost: -0.2 }, arousal: { atMost: 0 } } },
    },
    {
      name: 'calm',
      means: 'At ease: not displeased, little stress.',
      when: { now: { valence: { atLeast: 0.1 }, stress: { atMost: 0.35 } } },
    },
    { name: 'neutral', means: 'None of the others.', when: {} },
  ],
  metrics: {
    distress_level: {
      means: 'Stress now or over the last sentences, whichever is higher.',
      kind: 'level',
      score: {
        link: 'highest',
        of: [
          { link: 'linear', base: 0, terms: { now: { stress: 1 } }, min: 0, max: 1 },
          { link: 'linear', base: 0, terms: { mean: { stress: 1 } }, min: 0, max: 1 },
        ],
      },
      levels: [{ name: 'low' }, { name: 'moderate', atLeast: 0.4 }, { name: 'high', atLeast: 0.65 }],
    },
    sentiment_trajectory: {
      means: 'Valence lately against its mean over the last sentences.',
      kind: 'level',
      score: { link: 'linear', base: 0, terms: { trend: { valence: 1 } }, min: -1, max: 1 },
      levels: [{ name: 'declining' }, { name: 'stable', atLeast: -0.1 }, { name: 'improving', atLeast: 0.1 }],
    },
    anxiety_signs: {
      means:
        'How much the voice sounds worried, 0 to 1: stress, doubt, and the share of fearful and anxious.',
      kind: 'number',
      score: {
        link: 'logistic',
        base: -1.6,
        terms: { mean: { stress: 3, certainty: -1.5 }, labels: { fearful: 2, anxious: 2 } },
      },
    },
    low_mood_signs: {
      means: 'How much the voice sounds low, 0 to 1: displeasure with little energy, and the share of sad.',
      kind: 'number',
      score: {
        link: 'logistic',
        base: -2,
        terms: { mean: { valence: -2.5, arousal: -2 }, labels: { sad: 2 } },
      },
    },
    patient_engagement: {
      means: 'How lively the person takes part, 0 to 1.',
      kind: 'number',
      score: { link: 'linear', base: 0, terms: { mean: { engagement: 1 } }, min: 0, max: 1 },
    },
    follow_up_suggested: {
      means: 'Whether a person should ask how the patient is: stress or low spirits over the last sentences.',
      kind: 'flag',
      atLeast: 0.5,
      score: { link: 'logistic', base: -2.4, terms: { mean: { valence: -3, stress: 2.5 } } },
    },
  },
} as const satisfies VerticalDefinition;
