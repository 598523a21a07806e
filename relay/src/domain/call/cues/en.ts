import type { CueCatalog } from './catalog.js';

export const en: CueCatalog = {
  language: 'en',
  cues: {
    escalation: {
      title: 'The customer is getting upset',
      body: 'Let them finish, say what you understood, then name the next step.',
      tips: ['Speak a little slower and lower', 'Name the problem in their words', 'Offer one concrete step'],
    },
    calming: {
      title: 'The customer is calming down',
      body: 'Keep this pace. Sum up what you agreed on.',
      tips: ['Stay at this tone', 'Confirm the next step and when it happens'],
    },
    agent_overheated: {
      title: 'Take a breath',
      body: 'The conversation sounds tense on your side too. A short pause helps.',
      tips: ['Breathe out before you answer', 'Lower your voice slightly', 'Ask for help if you want it'],
    },
    caller_low: {
      title: 'The customer sounds disheartened',
      body: 'Show that you heard it before you go on with the matter.',
      tips: ['Say that you see how hard this is', 'Ask what would help most now'],
    },
  },
  evidence: {
    arousalAbove: 'More agitated than usual ({deviations})',
    valenceBelow: 'Less pleased than usual ({deviations})',
    escalation: 'Sounds heated ({value} percent)',
    cooled: 'Less heated than before ({value} percent)',
  },
  deviations: { one: '{value} standard deviation', other: '{value} standard deviations' },
  prompts: {
    normal: 'Answer in your usual friendly and clear way.',
    caller_escalating:
      'The customer sounds increasingly upset. Acknowledge it in one sentence, keep sentences short, do not argue or joke, and offer one concrete next step.',
    mirror_calm:
      'The customer is calming down. Keep a steady, warm tone, sum up what was agreed and confirm the next step.',
    agent_overheated: 'The last answers sounded tense. Slow down, use shorter sentences and a neutral tone.',
  },
};
