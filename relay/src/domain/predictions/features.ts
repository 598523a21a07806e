/**
 * The features of a trajectory, in the order of every coefficient vector; new ones are added behind the others, so that
 * stored models can be read. Each is 0 where nothing is known or nothing
 * is unusual, and about −1 to 1 in size, so that one width of prior fits all. How each is computed: `trajectory.ts`.
 */
export const FEATURES = [
  /** Mean valence of the callers. */
  'level',
  /** Valence lately. */
  'recent',
  /** Change of valence over the conversation, along a least-squares line. */
  'slope',
  /** Mean step of valence from utterance to utterance. */
  'volatility',
  /** How far valence has come back from its lowest point towards the ordinary. */
  'recovery',
  /** Escalation lately, above an ordinary caller's. */
  'heat',
  /** The hottest it got: the highest heat so far. */
  'peak_heat',
  /** Share of speech in a negative, aroused tone. */
  'hot_time',
  /** Arousal lately against the speaker's own mean. */
  'arousal_above_own',
  /** Valence lately against the speaker's own mean, downwards. */
  'valence_below_own',
  /** Share of utterances that cut into another's. */
  'interruptions',
  /** Share of time in which nobody speaks. */
  'silence',
  /** The callers' share of the talk, above one half. */
  'talk_share',
  /** Mean valence of the agent, where policy lets it be heard. */
  'agent_warmth',
  /** How long the callers have been heard: log of their utterances over the opening three; 0 until then. */
  'length',
  /** Share of speech in a negative, listless tone. */
  'low_time',
  /** The callers' share of the talk lately, against their share of all of it. */
  'talk_above_own',
] as const;
export type FeatureName = (typeof FEATURES)[number];
export type Features = Record<FeatureName, number>;

/** Features as a vector with the constant in front, as the models take them; one that was not known then is ordinary. */
export const designVector = (features: Readonly<Partial<Features>>): number[] => [
  1,
  ...FEATURES.map((name) => features[name] ?? 0),
];
