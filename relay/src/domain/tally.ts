import { LABELS, UNCERTAIN, type EmotionLabel } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';
import type { Prosody, SessionSummary } from '@undertone/protocol';
import { z } from 'zod';
import { SUMMARY } from './thresholds.js';

/** A mean under way: sum and weight. */
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
type ProsodyMean = (typeof PROSODY_MEANS)[number];

/** What the end of the session needs of all its speech, in bounded space. */
export const tallySchema = z.strictObject({
  /** Speech per shown label, ms. */
  labelMs: z.record(z.enum([...LABELS, UNCERTAIN]), z.number().min(0)),
  valence: meanSchema,
  arousal: meanSchema,
  peakEscalation: z.number().min(0).max(1),
  /** Mean valence of equal stretches of speech, oldest first. */
  buckets: z.array(meanSchema).max(SUMMARY.maximumBuckets),
  bucketMs: z.number().positive(),
  prosody: z.record(z.enum(PROSODY_MEANS), meanSchema),
  pitchMin: z.number().nullable(),
  pitchMax: z.number().nullable(),
});
export type Tally = z.infer<typeof tallySchema>;

const zero = (): Mean => ({ sum: 0, weight: 0 });
const mean = ({ sum, weight }: Mean) => (weight > 0 ? sum / weight : undefined);
const plus = (a: Mean, value: number | null, weight: number): Mean =>
  value === null ? a : { sum: a.sum + value * weight, weight: a.weight + weight };

export function freshTally(): Tally {
  return {
    labelMs: Object.fromEntries([...LABELS, UNCERTAIN].map((label) => [label, 0])) as Tally['labelMs'],
    valence: zero(),
    arousal: zero(),
    peakEscalation: 0,
    buckets: [],
    bucketMs: SUMMARY.bucketMs,
    prosody: Object.fromEntries(PROSODY_MEANS.map((name) => [name, zero()])) as Tally['prosody'],
    pitchMin: null,
    pitchMax: null,
  };
}

export interface TallyInput {
  speechMs: number;
  emotion: EmotionLabel | typeof UNCERTAIN;
  valence: number;
  arousal: number;
  escalation: number;
}

export function addEmotion(tally: Tally, input: TallyInput): Tally {
  const { speechMs, emotion, valence, arousal, escalation } = input;
  return {
    ...tally,
    labelMs: { ...tally.labelMs, [emotion]: tally.labelMs[emotion] + speechMs },
    valence: plus(tally.valence, valence, speechMs),
    arousal: plus(tally.arousal, arousal, speechMs),
    peakEscalation: Math.max(tally.peakEscalation, escalation),
    ...addToBuckets(tally, valence, speechMs),
  };
}

/** Fills the last bucket, opens the next when it is full, and merges neighbors when there are too many. */
function addToBuckets(tally: Tally, valence: number, speechMs: number): Pick<Tally, 'buckets' | 'bucketMs'> {
  const { buckets } = tally;
  const last = buckets.at(-1);
  // In place: hours of a call are hundreds of buckets, and this runs four times a second.
  if (last !== undefined && last.weight < tally.bucketMs)
    buckets[buckets.length - 1] = plus(last, valence, speechMs);
  else buckets.push(plus(zero(), valence, speechMs));
  if (buckets.length < SUMMARY.maximumBuckets) return { buckets, bucketMs: tally.bucketMs };
  const merged: Mean[] = [];
  for (let i = 0; i < buckets.length; i += 2) {
    const a = buckets[i] ?? zero();
    const b = buckets[i + 1] ?? zero();
    merged.push({ sum: a.sum + b.sum, weight: a.weight + b.weight });
  }
  return { buckets: merged, bucketMs: tally.bucketMs * 2 };
}

/** Adds a prosody summary of the last seconds, weighted by the speech it stands for. */
export function addProsody(tally: Tally, summary: ProsodySummary, speechMs: number): Tally {
  const { pitch, energy, rhythm, voice_quality: quality } = summary;
  const square = (center: number | null, std: number | null) =>
    center === null || std === null ? null : center * center + std * std;
  const values: Record<ProsodyMean, number | null> = {
    pitchMean: pitch.mean,
    pitchSquare: square(pitch.mean, pitch.std),
    energyMean: energy.mean,
    energySquare: square(energy.mean, energy.std),
    speechRate: rhythm.speech_rate,
    pauseRate: rhythm.pause_rate,
    pauseDuration: rhythm.average_pause_duration,
    jitter: quality.jitter,
    shimmer: quality.shimmer,
    hnr: quality.hnr,
  };
  const prosody = { ...tally.prosody };
  for (const name of PROSODY_MEANS) prosody[name] = plus(prosody[name], values[name], speechMs);
  return {
    ...tally,
    prosody,
    pitchMin: extreme(Math.min, tally.pitchMin, pitch.min),
    pitchMax: extreme(Math.max, tally.pitchMax, pitch.max),
  };
}

const extreme = (pick: (a: number, b: number) => number, a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : pick(a, b);

/** The session's figures; those without any evidence are absent. */
export function summarizeTally(tally: Tally): { summary: SessionSummary; prosody: Prosody | undefined } {
  const heard = tally.valence.weight > 0;
  const labels = [...LABELS, UNCERTAIN] as const;
  const dominant = labels.reduce((best, label) =>
    tally.labelMs[label] > tally.labelMs[best] ? label : best,
  );
  const summary: SessionSummary = heard
    ? {
        dominantEmotion: dominant,
        peakEscalationRisk: tally.peakEscalation,
        sentimentChange: sentimentChange(tally.buckets),
        meanValence: mean(tally.valence),
        meanArousal: mean(tally.arousal),
      }
    : {};
  return { summary, prosody: summarizeProsody(tally) };
}

/** Mean valence of the second half of all speech minus that of the first. */
function sentimentChange(buckets: readonly Mean[]): number {
  const half = buckets.reduce((total, { weight }) => total + weight, 0) / 2;
  let first = zero();
  let second = zero();
  let passed = 0;
  for (const { sum, weight } of buckets) {
    const inFirst = Math.min(weight, Math.max(0, half - passed));
    first = plus(first, sum / weight, inFirst);
    second = plus(second, sum / weight, weight - inFirst);
    passed += weight;
  }
  return (mean(second) ?? 0) - (mean(first) ?? 0);
}

function summarizeProsody({ prosody, pitchMin, pitchMax }: Tally): Prosody | undefined {
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
}
