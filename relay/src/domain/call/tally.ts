import type { ProsodySummary } from '@undertone/prosody';
import type { Prosody, SessionSummary } from '@undertone/protocol';
import { z } from 'zod';
import { SUMMARY } from './thresholds.js';

/** A running mean: sum and weight. */
const meanSchema = z.strictObject({ sum: z.number(), weight: z.number().min(0) });
type Mean = z.infer<typeof meanSchema>;

const PROSODY_MEANS = [
  'pitchMean',
  'pitchSquare',
  'energyMean',
  'energySquare',
  'speechRate',
  'pauseRate',
  'pauseDuration',
  'jitter',
  'shimmer',
  'hnr',
] as const;

/** One speaker's part of the session's figures. */
const shareSchema = z.strictObject({
  valence: meanSchema,
  arousal: meanSchema,
  peakEscalation: z.number().min(0).max(1),
  prosody: z.record(z.enum(PROSODY_MEANS), meanSchema),
  pitchMin: z.number().nullable(),
  pitchMax: z.number().nullable(),
});
type Share = z.infer<typeof shareSchema>;

const bucketSchema = z.record(z.string(), meanSchema);
type Bucket = z.infer<typeof bucketSchema>;

/**
 * The sums over all speech that the end of the session needs, in bounded space. Each speaker's share is separate, because the
 * session may learn only at the end which speaker is the agent.
 */
export const tallySchema = z.strictObject({
  voices: z.record(z.string(), shareSchema),
  /** Mean valence of equally long stretches of everybody's speech, oldest first. */
  buckets: z.array(bucketSchema).max(SUMMARY.maximumBuckets),
  bucketMs: z.number().positive(),
});
export type Tally = z.infer<typeof tallySchema>;

const zero = (): Mean => ({ sum: 0, weight: 0 });
const mean = ({ sum, weight }: Mean) => (weight > 0 ? sum / weight : undefined);

/** Changes the mean in place, because a speaker has twelve means and every result adds to them. */
const add = (mean: Mean, value: number | null, weight: number): void => {
  if (value === null) return;
  mean.sum += value * weight;
  mean.weight += weight;
};

/** A speaker's entry, created if absent. Only own properties count, because a speaker may be called `constructor`. */
const kept = <T>(of: Record<string, T>, speaker: string, fresh: () => T): T => {
  const found = Object.hasOwn(of, speaker) ? of[speaker] : undefined;
  return found ?? (of[speaker] = fresh());
};

export const freshTally = (): Tally => ({ voices: {}, buckets: [], bucketMs: SUMMARY.bucketMs });

const freshShare = (): Share => ({
  valence: zero(),
  arousal: zero(),
  peakEscalation: 0,
  prosody: Object.fromEntries(PROSODY_MEANS.map((name) => [name, zero()])) as Share['prosody'],
  pitchMin: null,
  pitchMax: null,
});

export interface TallyInput {
  speechMs: number;
  valence: number;
  arousal: number;
  escalation: number;
}

export const addEmotion = (tally: Tally, speaker: string, input: TallyInput): Tally => {
  const { speechMs, valence, arousal, escalation } = input;
  const share = kept(tally.voices, speaker, freshShare);
  add(share.valence, valence, speechMs);
  add(share.arousal, arousal, speechMs);
  share.peakEscalation = Math.max(share.peakEscalation, escalation);
  return { voices: tally.voices, ...addToBuckets(tally, speaker, valence, speechMs) };
};

/** Fills the last bucket, opens the next when it is full, and merges neighbors when there are too many. */
const addToBuckets = (
  { buckets, bucketMs }: Tally,
  speaker: string,
  valence: number,
  speechMs: number,
): Pick<Tally, 'buckets' | 'bucketMs'> => {
  const last = buckets.at(-1);
  // In place, because a call of hours has hundreds of buckets and this runs four times a second.
  if (last !== undefined && weightOf(last) < bucketMs) add(kept(last, speaker, zero), valence, speechMs);
  else buckets.push({ [speaker]: { sum: valence * speechMs, weight: speechMs } });
  if (buckets.length < SUMMARY.maximumBuckets) return { buckets, bucketMs };
  const merged: Bucket[] = [];
  for (let i = 0; i < buckets.length; i += 2) merged.push(together(buckets[i] ?? {}, buckets[i + 1] ?? {}));
  return { buckets: merged, bucketMs: bucketMs * 2 };
};

const sumOf = (means: readonly Mean[]): Mean =>
  means.reduce((total, { sum, weight }) => ({ sum: total.sum + sum, weight: total.weight + weight }), zero());

const weightOf = (bucket: Bucket): number => sumOf(Object.values(bucket)).weight;

const together = (a: Bucket, b: Bucket): Bucket => {
  const both = { ...a };
  for (const [speaker, theirs] of Object.entries(b))
    both[speaker] = sumOf([kept(both, speaker, zero), theirs]);
  return both;
};

/** Removes everything about how a speaker sounded. */
export const forgetVoice = ({ voices, buckets, bucketMs }: Tally, speaker: string): Tally => ({
  voices: without(voices, speaker),
  buckets: buckets.map((bucket) => without(bucket, speaker)),
  bucketMs,
});

const without = <T>(of: Readonly<Record<string, T>>, speaker: string): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => id !== speaker));

/** Adds a prosody summary of the last seconds, weighted by its speech. */
export const addProsody = (
  tally: Tally,
  speaker: string,
  summary: ProsodySummary,
  speechMs: number,
): Tally => {
  const share = kept(tally.voices, speaker, freshShare);
  const { pitch, energy, rhythm, voice_quality: quality } = summary;
  const square = (center: number | null, std: number | null) =>
    center === null || std === null ? null : center * center + std * std;
  const { prosody } = share;
  add(prosody.pitchMean, pitch.mean, speechMs);
  add(prosody.pitchSquare, square(pitch.mean, pitch.std), speechMs);
  add(prosody.energyMean, energy.mean, speechMs);
  add(prosody.energySquare, square(energy.mean, energy.std), speechMs);
  add(prosody.speechRate, rhythm.speech_rate, speechMs);
  add(prosody.pauseRate, rhythm.pause_rate, speechMs);
  add(prosody.pauseDuration, rhythm.average_pause_duration, speechMs);
  add(prosody.jitter, quality.jitter, speechMs);
  add(prosody.shimmer, quality.shimmer, speechMs);
  add(prosody.hnr, quality.hnr, speechMs);
  share.pitchMin = extreme(Math.min, share.pitchMin, pitch.min);
  share.pitchMax = extreme(Math.max, share.pitchMax, pitch.max);
  return tally;
};

const extreme = (pick: (a: number, b: number) => number, a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : pick(a, b);

/**
 * The session's figures. Figures without evidence are absent.
 * @param counts selects the speakers
 */
export const summarizeTally = (
  { voices, buckets }: Tally,
  counts: (speaker: string) => boolean = () => true,
): { summary: SessionSummary; prosody: Prosody | undefined } => {
  const shares = Object.entries(voices).flatMap(([speaker, share]) => (counts(speaker) ? [share] : []));
  const total = shares.reduce(pool, freshShare());
  const summary: SessionSummary =
    total.valence.weight > 0
      ? {
          peakEscalationRisk: total.peakEscalation,
          sentimentChange: sentimentChange(buckets.map((bucket) => shareOf(bucket, counts))),
          meanValence: mean(total.valence),
          meanArousal: mean(total.arousal),
        }
      : {};
  return { summary, prosody: summarizeProsody(total) };
};

const shareOf = (bucket: Bucket, counts: (speaker: string) => boolean): Mean =>
  sumOf(Object.entries(bucket).flatMap(([speaker, theirs]) => (counts(speaker) ? [theirs] : [])));

/** Merges the shares of two speakers. */
const pool = (a: Share, b: Share): Share => {
  const prosody = { ...a.prosody };
  for (const name of PROSODY_MEANS) prosody[name] = sumOf([a.prosody[name], b.prosody[name]]);
  return {
    valence: sumOf([a.valence, b.valence]),
    arousal: sumOf([a.arousal, b.arousal]),
    peakEscalation: Math.max(a.peakEscalation, b.peakEscalation),
    prosody,
    pitchMin: extreme(Math.min, a.pitchMin, b.pitchMin),
    pitchMax: extreme(Math.max, a.pitchMax, b.pitchMax),
  };
};

/** Mean valence of the second half of all speech minus that of the first. */
const sentimentChange = (buckets: readonly Mean[]): number => {
  const half = buckets.reduce((total, { weight }) => total + weight, 0) / 2;
  const first = zero();
  const second = zero();
  let passed = 0;
  for (const { sum, weight } of buckets) {
    if (weight === 0) continue;
    const inFirst = Math.min(weight, Math.max(0, half - passed));
    add(first, sum / weight, inFirst);
    add(second, sum / weight, weight - inFirst);
    passed += weight;
  }
  return (mean(second) ?? 0) - (mean(first) ?? 0);
};

const summarizeProsody = ({ prosody, pitchMin, pitchMax }: Share): Prosody | undefined => {
  if (PROSODY_MEANS.every((name) => prosody[name].weight === 0)) return undefined;
  const deviation = (center: number | undefined, square: number | undefined) =>
    center === undefined || square === undefined
      ? undefined
      : Math.sqrt(Math.max(0, square - center * center));
  const pitchMean = mean(prosody.pitchMean);
  const energyMean = mean(prosody.energyMean);
  return {
    pitch: {
      mean: pitchMean,
      std: deviation(pitchMean, mean(prosody.pitchSquare)),
      min: pitchMin ?? undefined,
      max: pitchMax ?? undefined,
      range: pitchMin === null || pitchMax === null ? undefined : pitchMax - pitchMin,
    },
    energy: { mean: energyMean, std: deviation(energyMean, mean(prosody.energySquare)) },
    rhythm: {
      speechRate: mean(prosody.speechRate),
      pauseRate: mean(prosody.pauseRate),
      averagePauseDuration: mean(prosody.pauseDuration),
    },
    voiceQuality: {
      jitter: mean(prosody.jitter),
      shimmer: mean(prosody.shimmer),
      hnr: mean(prosody.hnr),
    },
  };
};
