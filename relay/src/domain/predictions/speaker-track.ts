import { z } from 'zod';
import { clamp } from '../call/emotion/smoothing.js';
import type { ObservedUtterance, UtteranceTone } from './utterance.js';

export const TRACK = {
  /** Share of the newest utterance in the recent values. The last two or three utterances make up most of them. */
  recency: 0.4,
  /** Shorter utterances count less in the recent values, by their length, ms: half a word tells little of a mood. */
  wholeMs: 1_000,
  /** The least that an utterance counts of that. */
  least: 0.25,
  /** Start value of the recent escalation: an ordinary caller who has said nothing yet. */
  ordinaryEscalation: 0.2,
  /** Negative and aroused: the anger and fear corner of the circumplex (Russell 1980), away from the middle. */
  hot: { valenceAtMost: -0.2, arousalAtLeast: 0.2 },
  /** Negative and listless: the corner of sadness and resignation. */
  low: { valenceAtMost: -0.2, arousalAtMost: -0.1 },
  /** Imagined ordinary speech before the first utterance, so that one short cry does not count as a whole call, ms. */
  ordinaryMs: 3_000,
} as const;

/** One speaker's trajectory as sums: of bounded size for a call of any length. */
export const trackSchema = z.strictObject({
  role: z.enum(['caller', 'agent']),
  speechMs: z.number().min(0),
  /** Utterances with a tone, and their speech. */
  toned: z.number().int().min(0),
  tonedMs: z.number().min(0),
  valenceSum: z.number(),
  /** Σ i·valence with i from 0, for the least-squares line. */
  indexedValenceSum: z.number(),
  arousalSum: z.number(),
  /** Σ |step of valence|. */
  stepSum: z.number().min(0),
  lastValence: z.number(),
  recentValence: z.number(),
  recentArousal: z.number(),
  recentEscalation: z.number(),
  lowestRecentValence: z.number(),
  highestRecentEscalation: z.number(),
  hotMs: z.number().min(0),
  lowMs: z.number().min(0).default(0),
});
export type SpeakerTrack = z.infer<typeof trackSchema>;

/** How one speaker's voice changed, compared only with the speaker's own voice. */
export interface SpeakerFeatures {
  level: number;
  recent: number;
  slope: number;
  volatility: number;
  recovery: number;
  heat: number;
  peak_heat: number;
  hot_time: number;
  arousal_above_own: number;
  valence_below_own: number;
  low_time: number;
}

export const freshTrack = (role: SpeakerTrack['role']): SpeakerTrack => ({
  role,
  speechMs: 0,
  toned: 0,
  tonedMs: 0,
  valenceSum: 0,
  indexedValenceSum: 0,
  arousalSum: 0,
  stepSum: 0,
  lastValence: 0,
  recentValence: 0,
  recentArousal: 0,
  recentEscalation: TRACK.ordinaryEscalation,
  lowestRecentValence: 0,
  highestRecentEscalation: TRACK.ordinaryEscalation,
  hotMs: 0,
  lowMs: 0,
});

export const advanceTrack = (track: SpeakerTrack, utterance: ObservedUtterance): SpeakerTrack => {
  const ms = utterance.endMs - utterance.startMs;
  const heard = { ...track, speechMs: track.speechMs + ms };
  return utterance.tone === undefined ? heard : addTone(heard, utterance.tone, ms);
};

const addTone = (
  track: SpeakerTrack,
  { valence, arousal, escalation }: UtteranceTone,
  ms: number,
): SpeakerTrack => {
  const share = TRACK.recency * clamp(ms / TRACK.wholeMs, TRACK.least, 1);
  const lately = (old: number, now: number) => old + share * (now - old);
  const recentValence = lately(track.recentValence, valence);
  const recentEscalation = lately(track.recentEscalation, escalation);
  const isLow = valence <= TRACK.low.valenceAtMost && arousal <= TRACK.low.arousalAtMost;
  const isHot = valence <= TRACK.hot.valenceAtMost && arousal >= TRACK.hot.arousalAtLeast;
  return {
    ...track,
    toned: track.toned + 1,
    tonedMs: track.tonedMs + ms,
    valenceSum: track.valenceSum + valence,
    indexedValenceSum: track.indexedValenceSum + track.toned * valence,
    arousalSum: track.arousalSum + arousal,
    stepSum: track.stepSum + (track.toned === 0 ? 0 : Math.abs(valence - track.lastValence)),
    // JSON has no −0, so + 0 makes the value the same before and after storage.
    lastValence: valence + 0,
    recentValence,
    recentArousal: lately(track.recentArousal, arousal),
    recentEscalation,
    lowestRecentValence: Math.min(track.lowestRecentValence, recentValence),
    highestRecentEscalation: Math.max(track.highestRecentEscalation, recentEscalation),
    hotMs: track.hotMs + (isHot ? ms : 0),
    lowMs: track.lowMs + (isLow ? ms : 0),
  };
};

/** All 0 before the first tone. Each mean includes one imagined ordinary utterance, so little evidence stays near 0. */
export const readTrack = (track: SpeakerTrack): SpeakerFeatures => {
  const n = track.toned;
  const meanValence = track.valenceSum / (n + 1);
  const meanArousal = track.arousalSum / (n + 1);
  return {
    level: meanValence,
    recent: track.recentValence,
    slope: slopeOf(track),
    volatility: track.stepSum / (n + 1),
    recovery: Math.min(0, track.recentValence) - track.lowestRecentValence,
    heat: track.recentEscalation - TRACK.ordinaryEscalation,
    peak_heat: track.highestRecentEscalation - TRACK.ordinaryEscalation,
    hot_time: track.hotMs / (track.tonedMs + TRACK.ordinaryMs),
    arousal_above_own: track.recentArousal - meanArousal,
    valence_below_own: meanValence - track.recentValence,
    low_time: track.lowMs / (track.tonedMs + TRACK.ordinaryMs),
  };
};

/** Rise of the least-squares line from the first utterance to the last. The added 2 damps it when there are few utterances. */
const slopeOf = ({ toned: n, valenceSum, indexedValenceSum }: SpeakerTrack): number => {
  if (n < 2) return 0;
  const covariance = indexedValenceSum - ((n - 1) / 2) * valenceSum;
  const spread = (n * (n * n - 1)) / 12;
  return clamp((covariance / (spread + 2)) * (n - 1), -1, 1);
};
