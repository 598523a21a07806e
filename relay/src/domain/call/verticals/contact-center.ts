import type { VerticalDefinition } from './definition.js';

/** A service call. The metrics and their types come from the interface specification. The rules are set by hand, not learned. */
export const contactCenter = {
  name: 'contact_center',
  title: 'Contact center',
  states: [
    {
      name: 'frustrated',
      means: 'Escalating: displeased, aroused and pushing.',
      when: { now: { escalation: { atLeast: 0.5 } } },
    },
    {
      name: 'distressed',
      means: 'Clearly displeased without pushing: sad, worried or resigned.',
      when: { now: { valence: { atMost: -0.3 } } },
    },
    { name: 'satisfied', means: 'Clearly pleased.', when: { now: { valence: { atLeast: 0.25 } } } },
    { name: 'neutral', means: 'None of the others.', when: {} },
  ],
  metrics: {
    csat_predicted: {
      means: 'Expected satisfaction score, 1 to 5: the middle, moved by valence and lowered by escalation.',
      kind: 'number',
      score: {
        link: 'linear',
        base: 3.4,
        terms: { mean: { valence: 1.6, escalation: -1.6 } },
        min: 1,
        max: 5,
      },
    },
    sentiment_trajectory: {
      means: 'Valence lately against its mean over the last sentences.',
      kind: 'level',
      score: { link: 'linear', base: 0, terms: { trend: { valence: 1 } }, min: -1, max: 1 },
      // After five seconds of averaging, an even speaker still varies by about a tenth of half the scale.
      levels: [{ name: 'declining' }, { name: 'stable', atLeast: -0.1 }, { name: 'improving', atLeast: 0.1 }],
    },
    escalation_risk: {
      means: 'Escalation now or over the last sentences, whichever is higher.',
      kind: 'level',
      score: {
        link: 'highest',
        of: [
          { link: 'linear', base: 0, terms: { now: { escalation: 1 } }, min: 0, max: 1 },
          { link: 'linear', base: 0, terms: { mean: { escalation: 1 } }, min: 0, max: 1 },
        ],
      },
      // `high` begins at the escalation from which steering can count a caller as hot.
      levels: [{ name: 'low' }, { name: 'medium', atLeast: 0.35 }, { name: 'high', atLeast: 0.6 }],
    },
    first_call_resolution_likely: {
      means: 'Whether the matter sounds settled: more likely than not.',
      kind: 'flag',
      atLeast: 0.5,
      score: { link: 'logistic', base: 0.8, terms: { mean: { valence: 2, escalation: -2.5 } } },
    },
    churn_risk: {
      means: 'Risk of losing the customer, 0 to 1.',
      kind: 'number',
      score: { link: 'logistic', base: -2, terms: { mean: { valence: -2, escalation: 3 } } },
    },
  },
} as const satisfies VerticalDefinition;
