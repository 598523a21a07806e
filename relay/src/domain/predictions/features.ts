/**
 * The features of a trajectory, in the order of every coefficient vector. New features are added at the end, so that
 * stored models stay readable. Each is 0 when nothing is known or unusual, and is about −1 to 1, so that one prior width
 * fits all. `trajectory.ts` computes them.
 */
export const FEATURES = [
  /** Mean valence of the callers. */
  'level',
  /** Recent valence. */
  'recent',
  /** Change of valence over the conversation, along a least-squares line. */
  'slope',
  /** Mean step of valence from utterance to utterance. */
  'volatility',
  /** How far valence has come back from its lowest point toward the ordinary. */
  'recovery',
  /** Recent escalation above an ordinary caller's. */
  'heat',
  /** The highest heat so far. */
  'peak_heat',
  /** Share of speech in a negative, aroused tone. */
  'hot_time',
  /** Recent arousal minus the speaker's own mean. */
  'arousal_above_own',
  /** The speaker's own mean valence minus the recent valence. */
  'valence_below_own',
  /** Share of utterances that interrupt another speaker. */
  'interruptions',
  /** Share of time in which nobody speaks. */
  'silence',
  /** The callers' share of the talk, above one half. */
  'talk_share',
  /** Mean valence of the agents, where policy allows analyzing them. */
  'agent_warmth',
  /** How long the callers have spoken: log of (their utterances / 3); 0 up to the first three. */
  'length',
  /** Share of speech in a negative, listless tone. */
  'low_time',
  /** The callers' share of the recent talk minus their share of all talk. */
  'talk_above_own',
] as const;
export type FeatureName = (typeof FEATURES)[number];
export type Features = Record<FeatureName, number>;

/** The features as the models' input vector: a constant 1, then each feature. A feature missing in older data is 0. */
export const designVector = (features: Readonly<Partial<Features>>): number[] => [
  1,
  ...FEATURES.map((name) => features[name] ?? 0),
];
