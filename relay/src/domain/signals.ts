import type { EmotionLabel } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';
import type { Dimensions } from './analysis.js';
import { SIGNALS, type SignalWeights } from './thresholds.js';

/** Each 0 to 1. Rules and sources: thresholds.ts. */
export interface Signals {
  engagement: number;
  stress: number;
  certainty: number;
  intensity: number;
  escalation: number;
}

export interface SignalInput {
  dimensions: Dimensions;
  /** Deviations from the speaker's own baseline; 0 while there is none. */
  z: { valence: number; arousal: number; energyDb: number; pitchSemitones: number };
  prosody: ProsodySummary | undefined;
  probabilities: Readonly<Record<EmotionLabel, number>> | undefined;
}

/** Scores every signal by its row of weights. A measure that is not known counts as ordinary, not as zero. */
export function readSignals(input: SignalInput): Signals {
  const { dimensions, z, prosody, probabilities } = input;
  const rate = prosody?.rhythm.speech_rate ?? null;
  const pauses = prosody?.rhythm.pause_rate ?? null;
  const terms: Required<Omit<SignalWeights, 'bias'>> = {
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
    engagement: score(SIGNALS.engagement, terms),
    stress: score(SIGNALS.stress, terms),
    certainty: score(SIGNALS.certainty, terms),
    intensity: score(SIGNALS.intensity, terms),
    escalation: score(SIGNALS.escalation, terms),
  };
}

function score(weights: SignalWeights, terms: Required<Omit<SignalWeights, 'bias'>>): number {
  let sum = weights.bias;
  for (const [name, term] of Object.entries(terms)) {
    sum += (weights[name as keyof SignalWeights] ?? 0) * term;
  }
  return logistic(sum);
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
