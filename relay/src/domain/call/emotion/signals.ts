import type { EmotionLabel } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';
import type { Dimensions } from '@undertone/hearing';
import { SIGNALS, type SignalWeights } from '../thresholds.js';

/** Each is from 0 to 1. Rules and sources: thresholds.ts. */
export interface Signals {
  engagement: number;
  stress: number;
  certainty: number;
  intensity: number;
  escalation: number;
}

export interface SignalInput {
  dimensions: Dimensions;
  /** Deviations from the speaker's own baseline; 0 while there is no baseline. */
  z: { valence: number; arousal: number; energyDb: number; pitchSemitones: number };
  prosody: ProsodySummary | undefined;
  probabilities: Readonly<Record<EmotionLabel, number>> | undefined;
}

type Terms = Required<Omit<SignalWeights, 'bias'>>;
type Row = Required<SignalWeights>;

const NO_WEIGHTS: Row = {
  bias: 0,
  valence: 0,
  arousal: 0,
  dominance: 0,
  valenceZ: 0,
  arousalZ: 0,
  energyZ: 0,
  pitchZ: 0,
  rate: 0,
  pauses: 0,
  hostile: 0,
};

/** Fills in every weight, so that all rows have one shape and scoring is fast: rows are scored ten times per result. */
const rowOf = (weights: SignalWeights): Row => ({ ...NO_WEIGHTS, ...weights });

const ROWS = {
  engagement: rowOf(SIGNALS.engagement),
  stress: rowOf(SIGNALS.stress),
  certainty: rowOf(SIGNALS.certainty),
  intensity: rowOf(SIGNALS.intensity),
  escalation: rowOf(SIGNALS.escalation),
};

/** Scores every signal by its row of weights. An unknown measure counts as an ordinary value, not as zero. */
export const readSignals = (input: SignalInput): Signals => {
  const { dimensions, z, prosody, probabilities } = input;
  const rate = prosody?.rhythm.speech_rate ?? null;
  const pauses = prosody?.rhythm.pause_rate ?? null;
  const terms: Terms = {
    valence: dimensions.valence,
    arousal: dimensions.arousal,
    dominance: dimensions.dominance,
    valenceZ: z.valence,
    arousalZ: z.arousal,
    energyZ: z.energyDb,
    pitchZ: z.pitchSemitones,
    rate: rate === null ? 0 : (rate - 4) / 2,
    pauses: pauses === null ? 0 : (pauses - 20) / 20,
    hostile:
      probabilities === undefined
        ? 0
        : probabilities.angry + probabilities.frustrated + probabilities.contempt,
  };
  return {
    engagement: score(ROWS.engagement, terms),
    stress: score(ROWS.stress, terms),
    certainty: score(ROWS.certainty, terms),
    intensity: score(ROWS.intensity, terms),
    escalation: score(ROWS.escalation, terms),
  };
};

const score = (row: Row, terms: Terms): number => {
  const sum =
    row.bias +
    row.valence * terms.valence +
    row.arousal * terms.arousal +
    row.dominance * terms.dominance +
    row.valenceZ * terms.valenceZ +
    row.arousalZ * terms.arousalZ +
    row.energyZ * terms.energyZ +
    row.pitchZ * terms.pitchZ +
    row.rate * terms.rate +
    row.pauses * terms.pauses +
    row.hostile * terms.hostile;
  return logistic(sum);
};

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
