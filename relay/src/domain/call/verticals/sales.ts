import type { VerticalDefinition } from './definition.js';

/** A sales conversation. It describes the prospect. */
export const sales = {
  name: 'sales',
  title: 'Sales',
  states: [
    {
      name: 'resistant',
      means: 'Displeased and pushing back.',
      when: { now: { escalation: { atLeast: 0.45 } } },
    },
    {
      name: 'enthusiastic',
      means: 'Clearly pleased and lively.',
      when: { now: { valence: { atLeast: 0.3 }, engagement: { atLeast: 0.6 } } },
    },
    {
      name: 'interested',
      means: 'Taking part, not displeased.',
      when: { now: { valence: { atLeast: 0.05 }, engagement: { atLeast: 0.48 } } },
    },
    {
      name: 'disengaged',
      means: 'Hardly taking part.',
      when: { now: { engagement: { atMost: 0.42 }, valence: { atMost: 0.15 } } },
    },
    {
      name: 'hesitant',
      means: 'Unsure.',
      when: { now: { certainty: { atMost: 0.45 } } },
    },
    { name: 'neutral', means: 'None of the others.', when: {} },
  ],
  metrics: {
    buying_interest: {
      means: 'Interest as it sounds, 0 to 1: engagement and pleasure.',
      kind: 'number',
      score: {
        link: 'logistic',
        base: -1.6,
        terms: { mean: { engagement: 3, valence: 2, escalation: -1.5 } },
      },
    },
    objection_risk: {
      means: 'Resistance now or over the last sentences, whichever is higher.',
      kind: 'level',
      score: {
        link: 'highest',
        of: [
          { link: 'linear', base: 0, terms: { now: { escalation: 1 } }, min: 0, max: 1 },
          { link: 'linear', base: 0, terms: { mean: { escalation: 1 } }, min: 0, max: 1 },
        ],
      },
      levels: [{ name: 'low' }, { name: 'medium', atLeast: 0.3 }, { name: 'high', atLeast: 0.5 }],
    },
    engagement_trajectory: {
      means: 'Engagement lately against its mean over the last sentences.',
      kind: 'level',
      score: { link: 'linear', base: 0, terms: { trend: { engagement: 1 } }, min: -1, max: 1 },
      // Half of valence's margin, because a signal runs from 0 to 1 and a dimension from −1 to 1.
      levels: [{ name: 'falling' }, { name: 'steady', atLeast: -0.05 }, { name: 'rising', atLeast: 0.05 }],
    },
    hesitation: {
      means: 'Doubt in the voice, 0 to 1.',
      kind: 'number',
      score: { link: 'linear', base: 1, terms: { mean: { certainty: -1 } }, min: 0, max: 1 },
    },
    close_likely: {
      means: 'Whether the prospect sounds ready to agree: more likely than not.',
      kind: 'flag',
      atLeast: 0.5,
      score: {
        link: 'logistic',
        base: -3.2,
        terms: { mean: { engagement: 2, valence: 3, certainty: 2, escalation: -2 } },
      },
    },
  },
} as const satisfies VerticalDefinition;
