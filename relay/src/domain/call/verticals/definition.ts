import type { EmotionLabel } from '@undertone/protocol';

/** What a rule may ask about: dimensions run from −1 to 1, signals from 0 to 1. */
export const MEASURES = [
  'valence',
  'arousal',
  'dominance',
  'engagement',
  'stress',
  'certainty',
  'intensity',
  'escalation',
] as const;
export type Measure = (typeof MEASURES)[number];
export type Measures = Record<Measure, number>;

/**
 * - `now`: the newest reading.
 * - `mean`: the running mean over the last sentences.
 * - `trend`: lately against that mean; above 0 rising. 0 where there is no history.
 */
export type Period = 'now' | 'mean' | 'trend';

/** All that the rules of a vertical see. */
export interface Evidence extends Record<Period, Measures> {
  /** Probability per label now; empty where only signals are known. */
  labels: Readonly<Partial<Record<EmotionLabel, number>>>;
}

/** Weights per period and measure, and per probability of a label. */
export type Terms = Partial<Record<Period, Partial<Measures>>> & {
  labels?: Partial<Record<EmotionLabel, number>>;
};

/** A number from the evidence: a weighted sum, within a range or squeezed to 0…1; or the highest of several. */
export type Score =
  | { link: 'linear'; base: number; terms: Terms; min: number; max: number }
  | { link: 'logistic'; base: number; terms: Terms }
  | { link: 'highest'; of: readonly Score[] };

/** Both limits include their value; all that are named must hold. */
export interface Bounds {
  atLeast?: number;
  atMost?: number;
}
export type Condition = Partial<Record<Period, Partial<Record<Measure, Bounds>>>>;

interface Named {
  /** In the words of the API reference. */
  means: string;
}

export interface StateRule extends Named {
  name: string;
  /** The first state whose condition holds is told; the last one's is empty. */
  when: Condition;
}

/** From lowest to highest; the first has no limit. */
export type Levels = readonly [{ name: string }, ...{ name: string; atLeast: number }[]];

/** One metric: its number, what it is told as, and what that means. */
export type MetricRule = Named & { score: Score } & (
    { kind: 'number' } | { kind: 'flag'; atLeast: number } | { kind: 'level'; levels: Levels }
  );

/** A vertical is this data and nothing else: `assess.ts` is the one interpreter of all of them. */
export interface VerticalDefinition {
  name: string;
  title: string;
  states: readonly StateRule[];
  metrics: Readonly<Record<string, MetricRule>>;
}
