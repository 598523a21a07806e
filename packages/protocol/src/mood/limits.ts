/**
 * Every limit of the call's mood. They were tuned on calls of recorded sentences (`npm run evaluate:panel -- <folder>`, seed 1) and are
 * measured on others. Heat is the escalation signal from 0 to 1; durations count speech, not time, unless they say so.
 */
export const MOOD_LIMITS = {
  /** A stretch of speech this long before its readings count, ms. The model guesses at the first words. */
  settledMs: 750,
  /** A pause longer than this begins a new stretch, ms of the call. */
  stretchGapMs: 400,
  /** One result stands for at most this much speech, ms. */
  maxSpanMs: 1_000,
  /** Time constants of the smoothed values, ms: anger shows fast and fades slowly. */
  easing: { heatRiseMs: 400, heatFallMs: 2_000, valenceMs: 2_500, labelsMs: 2_500 },
  /** Strength at which a mood may begin, and below which (above which, for `low`) it no longer holds. */
  upset: { enter: 0.86 },
  tense: { enter: 0.6, hold: 0.42 },
  pleased: { enter: 0.4, hold: 0.2, mostHeat: 0.4 },
  low: { enter: -0.4, hold: -0.2, mostArousal: 0.15, mostHeat: 0.5 },
  /** How long the evidence for a mood must last without a break before the mood is told, ms. */
  heldMs: {
    unheard: 0,
    calm: 1_500,
    pleased: 3_000,
    low: 3_000,
    tense: 1_500,
    upset: 500,
    calming: 500,
  },
  /** A reading from here on is sure whatever its label: the label may be split between two kinds of anger. */
  sureHeat: 0.6,
  /** A label is told from this probability on, and replaced by one that leads by this much. */
  label: { least: 0.3, lead: 0.1 },
  /** Without sure evidence for this long, the mood is dimmed and dated, ms of the viewer's clock. */
  freshMs: 8_000,
  /** With results this late, it is dimmed at once, ms. */
  lateMs: 3_000,
  /** What the trend covers, the change that counts, and the distance between its points, ms. */
  trend: { windowMs: 10_000, step: 0.12, pointMs: 200 },
  /** Stretches of mood that are kept of one call. The oldest are joined when there are more. */
  spans: 300,
} as const;
