import type { Directive, MoodKind } from '@undertone/protocol';

/** How a voice differs from its own usual, in the order in which it is told. */
export const MANNERS = ['louder', 'faster', 'higher', 'quieter', 'slower', 'lower'] as const;
export type MannerKind = (typeof MANNERS)[number];

interface Measures {
  readonly energyDb: number;
  readonly rate: number;
  readonly semitones: number;
}

/** A voice's usual measures, which follow it while it is not heated, and its measures now. */
export interface Manner {
  readonly usual: Measures | undefined;
  readonly now: Measures | undefined;
  /** Results behind the usual measures. */
  readonly count: number;
}

export const NO_MANNER: Manner = { usual: undefined, now: undefined, count: 0 };

/** With fewer results (3 s of speech) nobody knows what is usual. */
const USUAL_MIN = 12;
/** The usual is a mean over at most this many results: two minutes of speech. */
const USUAL_COUNT = 480;
/** Weight of a new result in the measures now: about a second and a half. */
const NOW_WEIGHT = 0.17;
/** Differences that a listener notices: a third louder, a fifth faster, two semitones. */
const NOTICEABLE = { energyDb: 4, rateRatio: 1.2, semitones: 2 } as const;
/** Beyond these the table of the voice says "slow", "fast", "quiet" or "loud": whoever is slow is not told to be faster. */
export const PACE = { slow: 3.25, fast: 5.4 } as const;
export const LOUDNESS = { quiet: -38, loud: -16 } as const;
/** In these moods only what explains them is told: "upset" with "slower than before" would puzzle. */
const TOLD: Readonly<Partial<Record<MoodKind, readonly MannerKind[]>>> = {
  tense: ['louder', 'faster', 'higher'],
  upset: ['louder', 'faster', 'higher'],
  calming: ['quieter', 'slower', 'lower'],
  low: ['quieter', 'slower', 'lower'],
};
const HEATED: readonly MoodKind[] = ['tense', 'upset'];

/** Takes a result into account. */
export const hearManner = (manner: Manner, { speech, prosody }: Directive, kind: MoodKind): Manner => {
  const heard = speech ? measuresOf(prosody) : undefined;
  if (heard === undefined) return manner;
  const now = manner.now === undefined ? heard : mix(manner.now, heard, NOW_WEIGHT);
  if (HEATED.includes(kind)) return { ...manner, now };
  const count = Math.min(manner.count + 1, USUAL_COUNT);
  return { now, count, usual: manner.usual === undefined ? heard : mix(manner.usual, heard, 1 / count) };
};

/** How the voice differs from before, as far as it explains the mood. */
export const mannersOf = ({ usual, now, count }: Manner, kind: MoodKind): readonly MannerKind[] => {
  const told = TOLD[kind];
  if (usual === undefined || now === undefined || told === undefined || count < USUAL_MIN) return [];
  const { energyDb, rateRatio, semitones } = NOTICEABLE;
  const holds: Readonly<Record<MannerKind, boolean>> = {
    louder: now.energyDb - usual.energyDb >= energyDb && now.energyDb >= LOUDNESS.quiet,
    faster: now.rate >= usual.rate * rateRatio && now.rate >= PACE.slow,
    higher: now.semitones - usual.semitones >= semitones,
    quieter: usual.energyDb - now.energyDb >= energyDb && now.energyDb <= LOUDNESS.loud,
    slower: now.rate * rateRatio <= usual.rate && now.rate <= PACE.fast,
    lower: usual.semitones - now.semitones >= semitones,
  };
  return told.filter((one) => holds[one]);
};

/** The pitch that "higher than before" is measured from, Hz; undefined until enough was heard. */
export const usualHzOf = ({ usual, count }: Manner): number | undefined =>
  usual === undefined || count < USUAL_MIN ? undefined : 2 ** (usual.semitones / 12);

const measuresOf = (prosody: Directive['prosody']): Measures | undefined => {
  const { mean: f0Hz } = prosody?.pitch ?? {};
  const { mean: energyDb } = prosody?.energy ?? {};
  const { speechRate: rate } = prosody?.rhythm ?? {};
  if (f0Hz === undefined || energyDb === undefined || rate === undefined || f0Hz <= 0) return undefined;
  return { energyDb, rate, semitones: 12 * Math.log2(f0Hz) };
};

const mix = (from: Measures, to: Measures, weight: number): Measures => ({
  energyDb: from.energyDb + (to.energyDb - from.energyDb) * weight,
  rate: from.rate + (to.rate - from.rate) * weight,
  semitones: from.semitones + (to.semitones - from.semitones) * weight,
});
