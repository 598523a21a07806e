import type { VerticalDefinition } from './definition.js';

/** For any speech: needs no knowledge of what the conversation is about. */
export const general = {
  name: 'general',
  title: 'General',
  states: [
    {
      name: 'tense',
      means: 'Displeased and aroused.',
      when: { now: { valence: { atMost: -0.2 }, arousal: { atLeast: 0.15 } } },
    },
    {
      name: 'subdued',
      means: 'Displeased with little energy.',
      when: { now: { valence: { atMost: -0.2 }, arousal: { atMost: 0.15 } } },
    },
    {
      name: 'lively',
      means: 'Pleased and aroused.',
      when: { now: { valence: { atLeast: 0.2 }, arousal: { atLeast: 0.15 } } },
    },
    { name: 'relaxed', means: 'Pleased and calm.', when: { now: { valence: { atLeast: 0.2 } } } },
    { name: 'neutral', means: 'None of the others.', when: {} },
  ],
  metrics: {
    sentiment: {
      means: 'Mean valence over the last sentences, −1 to 1.',
      kind: 'number',
      score: { link: 'linear', base: 0, terms: { mean: { valence: 1 } }, min: -1, max: 1 },
    },
    sentiment_trajectory: {
      means: 'Valence lately against its mean over the last sentences.',
      kind: 'level',
      score: { link: 'linear', base: 0, terms: { trend: { valence: 1 } }, min: -1, max: 1 },
      levels: [{ name: 'declining' }, { name: 'stable', atLeast: -0.1 }, { name: 'improving', atLeast: 0.1 }],
    },
    stress: {
      means: 'Mean stress over the last sentences, 0 to 1.',
      kind: 'number',
      score: { link: 'linear', base: 0, terms: { mean: { stress: 1 } }, min: 0, max: 1 },
    },
    engagement: {
      means: 'Mean engagement over the last sentences, 0 to 1.',
      kind: 'number',
      score: { link: 'linear', base: 0, terms: { mean: { engagement: 1 } }, min: 0, max: 1 },
    },
    attention_suggested: {
      means: 'Whether the voice asks for somebody’s attention: stress or escalation above the middle.',
      kind: 'flag',
      atLeast: 0.5,
      score: {
        link: 'highest',
        of: [
          { link: 'linear', base: 0, terms: { mean: { stress: 1 } }, min: 0, max: 1 },
          { link: 'linear', base: 0, terms: { mean: { escalation: 1 } }, min: 0, max: 1 },
        ],
      },
    },
  },
} as const satisfies VerticalDefinition;
