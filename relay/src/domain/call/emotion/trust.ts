import { TRUST } from '../thresholds.js';

/**
 * Why a reading deserves less belief than the model gives it.
 * - `out_of_domain`: the sound is rather no speech, or no speech for certain.
 * - `low_snr`: speech hardly stands out from the background.
 * - `clipping`: the input was too loud.
 * - `little_voice`: too little of it was voiced.
 */
export const DOUBTS = ['out_of_domain', 'low_snr', 'clipping', 'little_voice'] as const;
export type Doubt = (typeof DOUBTS)[number];

/** What a reading was taken from. */
export interface Evidence {
  /** Probability that it is no speech, 0 to 1. */
  readonly outOfDomain: number;
  /** Absent where speech and background could not be told apart. */
  readonly snrDb?: number;
  /** Share of samples at full scale. */
  readonly clipping: number;
  /** Voiced audio behind the reading, ms. */
  readonly voicedMs: number;
}

export interface Trust {
  /** What the probability of the leading label is multiplied with to be its confidence, 0 to 1. */
  readonly share: number;
  readonly doubts: readonly Doubt[];
}

/**
 * How far a reading is to be believed: its confidence is never above the probability that it was speech at all, and noise,
 * clipping and too little voice lower it by the numbers of `TRUST`.
 * @param leading probability of the leading label
 */
export const trustIn = ({ outOfDomain, snrDb, clipping, voicedMs }: Evidence, leading: number): Trust => {
  const unheard = voicedMs >= TRUST.snrKnownAfterMs ? TRUST.snrDb.none : TRUST.snrDb.full;
  const factors: Record<Exclude<Doubt, 'out_of_domain'>, number> = {
    low_snr: ramp(snrDb ?? unheard, TRUST.snrDb.none, TRUST.snrDb.full, TRUST.leastForSnr),
    clipping: ramp(-clipping, -TRUST.clipping.none, -TRUST.clipping.full, TRUST.leastForClipping),
    little_voice: ramp(voicedMs, 0, TRUST.voicedMs, 0),
  };
  const speech = 1 - outOfDomain;
  const capped = leading > speech ? speech / leading : 1;
  const doubts = DOUBTS.filter((doubt) =>
    doubt === 'out_of_domain' ? outOfDomain > TRUST.doubtedOutOfDomain : factors[doubt] < 1,
  );
  return { share: capped * factors.low_snr * factors.clipping * factors.little_voice, doubts };
};

/** 1 from `full` on, `least` up to `none`, and a straight line between them. */
const ramp = (value: number, none: number, full: number, least: number): number => {
  const share = Math.min(1, Math.max(0, (value - none) / (full - none)));
  return least + (1 - least) * share;
};
