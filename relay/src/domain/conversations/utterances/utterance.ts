import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReadingCorrection } from './reading-correction.js';
import type { TurnMood } from '../../call/emotion/heard-mood.js';
import { measuresSchema } from '../../call/verticals/trend.js';
import type { Prediction } from '../../predictions/predictor.js';
import { inOrder } from '../../predictions/trajectory.js';
import { toneSchema, type ObservedUtterance } from '../../predictions/utterance.js';

/** Silence at the two ends of a recording. With it, a call cut into pieces has the times of the whole call. */
export interface Silence {
  readonly beforeMs: number;
  readonly afterMs: number;
}

export const UTTERANCE_SOURCES = ['audio', 'result', 'transcript', 'stream'] as const;

/** How an utterance sounded, as it was analyzed or as a person corrected it. */
export const utteranceReadingSchema = z.strictObject({
  /** The likeliest label. */
  emotion: z.string().nullable(),
  confidence: z.number().nullable(),
  /** The confidence is below the model's floor. Shown alone, the label is `uncertain` (`../../call/emotion/shown-label.ts`). */
  uncertain: z.boolean().exactOptional(),
  tone: toneSchema.nullable(),
  /** All inputs of the vertical's rules; absent in data from an earlier release. */
  measures: measuresSchema.optional(),
});
export type UtteranceReading = z.infer<typeof utteranceReadingSchema>;

/** The predictions of one moment. */
export type ExpectedThen = Readonly<
  Record<'escalation_risk' | 'churn_risk' | 'resolution_probability' | 'predicted_csat', number>
>;

/** Rounded: nobody sees more, and each utterance keeps them. */
export const expectedOf = ({ targets }: Prediction): ExpectedThen => {
  const round = (target: keyof ExpectedThen): number => Math.round(targets[target].value * 1_000) / 1_000;
  return {
    escalation_risk: round('escalation_risk'),
    churn_risk: round('churn_risk'),
    resolution_probability: round('resolution_probability'),
    predicted_csat: round('predicted_csat'),
  };
};

/**
 * One utterance as a conversation stores it: when and how it was said, never the words. The mood, of a live turn, is what the agent's
 * panel showed when it was over; there is none where a person corrected the emotion.
 */
export interface Utterance extends UtteranceReading, Partial<TurnMood> {
  readonly utteranceId: string;
  /** Its number from the client; null when the client does not number utterances. */
  readonly index: number | null;
  readonly speakerId: string;
  readonly role: 'caller' | 'agent';
  readonly source: (typeof UTTERANCE_SOURCES)[number];
  /** Start of the first speech and end of the last. */
  readonly startMs: number;
  readonly endMs: number;
  /** Silence before and after the speech in the recording. */
  readonly silence?: Silence;
  /** The channel of a stream. */
  readonly channel?: number;
  /** Whether the client gave a time; otherwise the utterance follows the one before. */
  readonly timed: boolean;
  /** A person corrected the reading. */
  readonly corrected?: true;
  /** The newest correction, with the conversation's revision since then. */
  readonly correction?: ReadingCorrection & { readonly revision: number };
  /** The conversation's revision since it was added; absent in data from an earlier release. */
  readonly revision?: number;
  /** What was expected after it, when it was added; absent in data from an earlier release. */
  readonly expected?: ExpectedThen;
  /** Ids of the alerts raised by it. */
  readonly raised?: readonly string[];
  /** Order of arrival. */
  readonly arrival: number;
  /** SHA-256 of the client's data, hex. The same data again is a repetition; different data is a conflict. */
  readonly fingerprint: string;
}

/** An utterance to add. Its place in time is found when it is added. */
export interface NewUtterance extends UtteranceReading, Partial<TurnMood> {
  readonly utteranceId: string;
  readonly index: number | null;
  readonly speakerId: string;
  readonly role: 'caller' | 'agent';
  readonly source: Utterance['source'];
  /** Start of the sent audio; for a stream on its own clock. Null: after the utterance before. */
  readonly startMs: number | null;
  /** Duration of the speech, ms. */
  readonly durationMs: number;
  readonly silence?: Silence;
  readonly channel?: number;
  readonly fingerprint: string;
}

/** SHA-256, hex. @param value plain JSON whose keys are in a fixed order (that of its schema) */
export const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

export const observedOf = (utterance: Utterance): ObservedUtterance => {
  const { speakerId, role, startMs, endMs, tone } = utterance;
  return { speakerId, role, startMs, endMs, ...(tone !== null && { tone }) };
};

/**
 * Sorts utterances by time. When none has a time, they are sorted by number (or arrival) and laid end to end, so that a late
 * one does not look like an interruption.
 */
export const placeUtterances = (utterances: readonly Utterance[]): Utterance[] => {
  const byPlace = (a: Utterance, b: Utterance): number =>
    (a.index ?? a.arrival) - (b.index ?? b.arrival) || a.arrival - b.arrival;
  if (utterances.every(({ timed }) => !timed)) {
    let endMs = 0;
    return [...utterances].sort(byPlace).map((utterance) => {
      const startMs = endMs + (utterance.silence?.beforeMs ?? 0);
      const lastMs = startMs + (utterance.endMs - utterance.startMs);
      endMs = lastMs + (utterance.silence?.afterMs ?? 0);
      return { ...utterance, startMs, endMs: lastMs };
    });
  }
  const order = new Map(inOrder(utterances.map(asMarked)).map((marked, i) => [marked.speakerId, i]));
  return [...utterances].sort((a, b) => (order.get(keyOf(a)) ?? 0) - (order.get(keyOf(b)) ?? 0));
};

const keyOf = ({ utteranceId }: Utterance): string => utteranceId;
const asMarked = (utterance: Utterance): ObservedUtterance => ({
  ...observedOf(utterance),
  speakerId: keyOf(utterance),
});
