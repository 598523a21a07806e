import type { Directive, MoodKind } from '@undertone/protocol';

/** How a voice differs from its own usual, in the order in which it is told. */
export type MannerKind = 'louder' | 'faster' | 'higher' | 'quieter' | 'slower' | 'lower';

interface Measures {
  readonly energyDb: number;
  readonly rate: number;
  readonly semitones: number;
}

/** Whether a measure of the voice is noticeably below its usual, at it, or above it. */
export type Difference = 'low' | 'usual' | 'high';
type Differences = Readonly<Record<'pitch' | 'energy' | 'rate', Difference>>;

/** A voice's usual measures, which follow it while it is not heated, and its measures now. */
export interface Manner {
  readonly usual: Measures | undefined;
  readonly now: Measures | undefined;
  /** Results behind the usual measures. */
  readonly count: number;
  /** How they differ; undefined until enough was heard to know what is usual. */
  readonly than: Differences | undefined;
}

export const NO_MANNER: Manner = { usual: undefined, now: undefined, count: 0, than: undefined };

/** With fewer results (3 s of speech) nobody knows what is usual. */
const USUAL_MIN = 12;
/** The usual is a mean over at most this many results: two minutes of speech. */
const USUAL_COUNT = 480;
/** Weight of a new result in the measures now: about a second and a half. */
const NOW_WEIGHT = 0.17;
/** Differences that a listener notices: a third louder, a fifth faster, two semitones. */
const NOTICEABLE = { energyDb: 4, rateRatio: 1.2, semitones: 2 } as const;
/** A difference that was told holds down to this share of it, so that no word comes and goes with each syllable. */
const HELD = 0.6;
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
  if (HEATED.includes(kind)) return withDifferences({ ...manner, now });
  const count = Math.min(manner.count + 1, USUAL_COUNT);
  const usual = manner.usual === undefined ? heard : mix(manner.usual, heard, 1 / count);
  return withDifferences({ ...manner, now, count, usual });
};

/** The voice of the last seconds beside its usual: what the reason of a mood and the table of the voice both say. */
export interface ComparedVoice {
  readonly f0Hz: number;
  readonly energyDb: number;
  readonly rate: number;
  /** Undefined until enough was heard to know what is usual. */
  readonly than: Differences | undefined;
}

/** Compares the voice with its usual; undefined before anything was measured. */
export const compareVoice = ({ now, than }: Manner): ComparedVoice | undefined =>
  now && { f0Hz: 2 ** (now.semitones / 12), energyDb: now.energyDb, rate: now.rate, than };

/** How the voice differs from before, as far as it explains the mood. */
export const mannersOf = (manner: Manner, kind: MoodKind): readonly MannerKind[] => {
  const than = compareVoice(manner)?.than;
  if (than === undefined) return [];
  const differences: Readonly<Record<MannerKind, boolean>> = {
    louder: than.energy === 'high',
    faster: than.rate === 'high',
    higher: than.pitch === 'high',
    quieter: than.energy === 'low',
    slower: than.rate === 'low',
    lower: than.pitch === 'low',
  };
  return (TOLD[kind] ?? []).filter((one) => differences[one]);
};

const withDifferences = (manner: Manner): Manner => {
  const { usual, now, count, than: before } = manner;
  if (usual === undefined || now === undefined || count < USUAL_MIN) return manner;
  const { energyDb, rateRatio, semitones } = NOTICEABLE;
  const than = {
    pitch: differenceOf(now.semitones - usual.semitones, semitones, before?.pitch),
    energy: differenceOf(now.energyDb - usual.energyDb, energyDb, before?.energy),
    rate: differenceOf(Math.log(now.rate / usual.rate), Math.log(rateRatio), before?.rate),
  };
  return { ...manner, than };
};

const differenceOf = (change: number, noticeable: number, before: Difference | undefined): Difference => {
  const side = change > 0 ? 'high' : 'low';
  const least = side === before ? noticeable * HELD : noticeable;
  // What is exactly noticeable counts, however it was rounded.
  return Math.abs(change) >= least - 1e-9 ? side : 'usual';
};

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
