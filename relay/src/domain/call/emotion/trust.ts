import { DOUBTS, type Doubt } from '@undertone/protocol';
import { TRUST } from '../thresholds.js';

/**
 * Reasons to trust a reading less than the model does.
 * - `out_of_domain`: the sound is probably or certainly not speech.
 * - `low_snr`: speech is hardly louder than the background.
 * - `clipping`: the input was too loud.
 * - `little_voice`: too little of the audio was voiced.
 */
export { DOUBTS, type Doubt };

/** What is known about the audio behind a reading. */
export interface Evidence {
  /** Probability that the audio is not speech, 0 to 1. */
  readonly outOfDomain: number;
  /** Absent when speech and background could not be separated. */
  readonly snrDb?: number;
  /** Share of samples at full scale. */
  readonly clipping: number;
  /** Voiced audio behind the reading, ms. */
  readonly voicedMs: number;
}

export interface Trust {
  /** Confidence of the leading label = its probability × this share, 0 to 1. */
  readonly share: number;
  readonly doubts: readonly Doubt[];
}

/**
 * How far to trust a reading. Its confidence is never above the probability that the audio was speech. Noise, clipping and
 * too little voice lower it by the numbers in `TRUST`.
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

/** `least` up to `none`, 1 from `full` on, and linear between them. */
const ramp = (value: number, none: number, full: number, least: number): number => {
  const share = Math.min(1, Math.max(0, (value - none) / (full - none)));
  return least + (1 - least) * share;
};
