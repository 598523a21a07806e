import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReadingCorrection } from './reading-correction.js';
import { measuresSchema } from '../../call/verticals/trend.js';
import { inOrder } from '../../predictions/trajectory.js';
import { toneSchema, type ObservedUtterance } from '../../predictions/utterance.js';

/** How much of a recording is silence at its two ends: a call cut into pieces has the times of the whole. */
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
  /** The confidence lies below the model's floor: alone, the label reads `uncertain` (`../../call/emotion/shown-label.ts`). */
  uncertain: z.boolean().exactOptional(),
  tone: toneSchema.nullable(),
  /** All that the vertical's rules look at; absent where an earlier release wrote it. */
  measures: measuresSchema.optional(),
});
export type UtteranceReading = z.infer<typeof utteranceReadingSchema>;

/** One utterance as a conversation keeps it: when and how, never what was said. */
export interface Utterance extends UtteranceReading {
  readonly utteranceId: string;
  /** Its place as the caller counts; null where the caller does not. */
  readonly index: number | null;
  readonly speakerId: string;
  readonly role: 'caller' | 'agent';
  readonly source: (typeof UTTERANCE_SOURCES)[number];
  /** First and last speech. */
  readonly startMs: number;
  readonly endMs: number;
  /** In what was sent, before and after the speech. */
  readonly silence?: Silence;
  /** Of a stream. */
  readonly channel?: number;
  /** Whether the caller said when it was; otherwise it stands behind the one before. */
  readonly timed: boolean;
  /** A person said how it sounded. */
  readonly corrected?: true;
  /** The newest thing that a person said, and the conversation's revision from then on. */
  readonly correction?: ReadingCorrection & { readonly revision: number };
  /** The conversation's revision since it was added; absent where an earlier release wrote it. */
  readonly revision?: number;
  /** Ids of the alerts that it raised. */
  readonly raised?: readonly string[];
  /** Order of arrival. */
  readonly arrival: number;
  /** SHA-256 of what the caller sent, hex: the same again is a repetition, anything else a conflict. */
  readonly fingerprint: string;
}

/** What somebody adds; the place in time is found when it is added. */
export interface NewUtterance extends UtteranceReading {
  readonly utteranceId: string;
  readonly index: number | null;
  readonly speakerId: string;
  readonly role: 'caller' | 'agent';
  readonly source: Utterance['source'];
  /** Where what was sent begins, of a stream on its own clock; null: behind the one before. */
  readonly startMs: number | null;
  /** Of the speech. */
  readonly durationMs: number;
  readonly silence?: Silence;
  readonly channel?: number;
  readonly fingerprint: string;
}

/** Of plain JSON values, whose keys are in the order in which they were checked. */
export const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

export const observedOf = (utterance: Utterance): ObservedUtterance => {
  const { speakerId, role, startMs, endMs, tone } = utterance;
  return { speakerId, role, startMs, endMs, ...(tone !== null && { tone }) };
};

/**
 * Puts utterances in order. Where nobody said when they were, a number says which came first, and they are laid end to
 * end, so that one which arrives late does not look like an interruption.
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
