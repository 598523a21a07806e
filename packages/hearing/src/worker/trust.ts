import { DOUBTS, type Doubt } from '@undertone/protocol';

/**
 * How reliable a reading is (`trustIn`). In noise and clipping the shipped model's own confidence falls more than its
 * accuracy: at 10 dB of babble on 120 sentences known to it, accuracy fell from .90 to .82 and mean confidence from .67 to .49.
 * So these factors are mild where that was measured. They are for models whose confidence does not fall by itself.
 */
export const TRUST = {
  /** From `full` on, confidence is not reduced. Noise as loud as the speech measures 6 dB; other voices do not count as noise (`npm run bench:prosody-accuracy -- --only SNR`). */
  snrDb: { full: 10, none: 5 },
  leastForSnr: 0.7,
  /** After this much voiced audio the ratio is known, if it can be measured, ms. */
  snrKnownAfterMs: 500,
  /** 2 % of samples at full scale cost 4 points of accuracy, 20 % cost 17. */
  clipping: { full: 0.02, none: 0.2 },
  leastForClipping: 0.7,
  /** A syllable, ms. With less voiced audio the confidence falls. */
  voicedMs: 150,
  /** Without any. The readers know themselves how little half a second tells, voiced or not; a model as sure then as later does not. */
  leastForVoice: { reader: 0.7, model: 0 },
  /** Above this probability of not being speech, the doubt is reported. */
  doubtedOutOfDomain: 0.5,
  /** Above this score a sound is not speech. For models without their own limit; the value is the shipped model's. */
  outOfDomainAbove: 0.86,
  /**
   * Of a stretch's first second with less voiced audio than this, ms, a laugh or the like is told from this score on. At the model's
   * limit 0 to 16 % of first half seconds of speech were, by corpus; from here on 0 to 5 %, and 75 instead of 91 % of bursts, most
   * others half a second later (240 stretches of each).
   */
  firstVoicedMs: 500,
  firstSoundAbove: 0.98,
  /** A sound below this `speechLikeness` is out of domain by the difference. 98 % of sentences are above it. */
  speechLikeness: 0.9,
  /** From this value on, the sound comes from an instrument or a tone, not from a person. */
  heldPitch: 0.5,
} as const;

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
  /** Whose reading it is. */
  readonly by: keyof typeof TRUST.leastForVoice;
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
export const trustIn = ({ outOfDomain, snrDb, clipping, voicedMs, by }: Evidence, leading: number): Trust => {
  const unheard = voicedMs >= TRUST.snrKnownAfterMs ? TRUST.snrDb.none : TRUST.snrDb.full;
  const factors: Record<Exclude<Doubt, 'out_of_domain'>, number> = {
    low_snr: ramp(snrDb ?? unheard, TRUST.snrDb.none, TRUST.snrDb.full, TRUST.leastForSnr),
    clipping: ramp(-clipping, -TRUST.clipping.none, -TRUST.clipping.full, TRUST.leastForClipping),
    little_voice: ramp(voicedMs, 0, TRUST.voicedMs, TRUST.leastForVoice[by]),
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
