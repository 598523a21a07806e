import type { EmotionLabel } from '@undertone/protocol';

/** The measures that a rule can use. Dimensions run from −1 to 1, signals from 0 to 1. */
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
 * - `trend`: the recent value minus that mean; above 0 is rising. 0 without history.
 */
export type Period = 'now' | 'mean' | 'trend';

/** The input of a vertical's rules. */
export interface Evidence extends Record<Period, Measures> {
  /** Current probability per label; empty when only signals are known. */
  labels: Readonly<Partial<Record<EmotionLabel, number>>>;
}

/** Weights per period and measure, and per label for its probability. */
export type Terms = Partial<Record<Period, Partial<Measures>>> & {
  labels?: Partial<Record<EmotionLabel, number>>;
};

/** A number from the evidence: a weighted sum, clamped to a range or mapped to 0…1 by a logistic; or the highest of several. */
export type Score =
  | { link: 'linear'; base: number; terms: Terms; min: number; max: number }
  | { link: 'logistic'; base: number; terms: Terms }
  | { link: 'highest'; of: readonly Score[] };

/** Both limits are inclusive. All given limits must hold. */
export interface Bounds {
  atLeast?: number;
  atMost?: number;
}
export type Condition = Partial<Record<Period, Partial<Record<Measure, Bounds>>>>;

interface Named {
  /** The text of the API reference. */
  means: string;
}

export interface StateRule extends Named {
  name: string;
  /** The first state whose condition holds is the result. The last state's condition is empty. */
  when: Condition;
}

/** From lowest to highest; the first has no limit. */
export type Levels = readonly [{ name: string }, ...{ name: string; atLeast: number }[]];

/** One metric: its score, the form of its value, and what it means. */
export type MetricRule = Named & { score: Score } & (
    { kind: 'number' } | { kind: 'flag'; atLeast: number } | { kind: 'level'; levels: Levels }
  );

/** A vertical is only this data. `assess.ts` interprets every vertical. */
export interface VerticalDefinition {
  name: string;
  title: string;
  states: readonly StateRule[];
  metrics: Readonly<Record<string, MetricRule>>;
}
