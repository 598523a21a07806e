/** The possible recommendations. The texts are in `texts/`, the rules in `advice.ts`. */
export const TONES = ['calm_and_slow', 'empathetic', 'warm_and_steady', 'friendly', 'clear'] as const;
export type RecommendedTone = (typeof TONES)[number];

export const ACTIONS = [
  'involve_supervisor',
  'acknowledge',
  'let_finish',
  'next_step',
  'ask_what_matters',
  'make_an_offer',
  'explain_the_wait',
  'confirm_and_close',
  'keep_going',
] as const;
export type RecommendedAction = (typeof ACTIONS)[number];
