import { z } from 'zod';
import { TONE_SHIFT } from '../thresholds.js';

const toneDirections = ['escalating', 'deescalating', 'brightening', 'darkening'] as const;
export type ToneDirection = (typeof toneDirections)[number];

/** The cumulative sum of one dimension in one direction. */
const sumSchema = z.strictObject({
  /** Deviations × seconds; 0 while nothing points in this direction. */
  value: z.number().min(0),
  /** Where the sum last left 0, ms of audio. */
  onsetMs: z.number().min(0),
  /** Seconds of speech since the onset; with `area` (deviation × seconds) it gives the magnitude. */
  seconds: z.number().min(0),
  area: z.number(),
});
type Sum = z.infer<typeof sumSchema>;

const watchingSchema = z.strictObject({
  kind: z.literal('watching'),
  arousalUp: sumSchema,
  arousalDown: sumSchema,
  valenceUp: sumSchema,
  valenceDown: sumSchema,
});
const shiftedSchema = z.strictObject({
  kind: z.literal('shifted'),
  direction: z.enum(toneDirections),
  /** The dimension and the direction that committed the shift. */
  dimension: z.enum(['arousal', 'valence']),
  sign: z.union([z.literal(1), z.literal(-1)]),
  onsetMs: z.number().min(0),
  commitMs: z.number().min(0),
  magnitude: z.number(),
  /** Speech since the speaker was back at the baseline, ms. */
  backMs: z.number().min(0),
  /** Speech since the commit, ms. */
  heldMs: z.number().min(0),
});

export const toneSchema = z.discriminatedUnion('kind', [watchingSchema, shiftedSchema]);
export type Tone = z.infer<typeof toneSchema>;

export interface ToneInput {
  startMs: number;
  endMs: number;
  /** Speech in the span, ms. */
  speechMs: number;
  /** Deviations from the speaker's baseline; both 0 while there is no baseline. */
  arousalZ: number;
  valenceZ: number;
}

export interface ToneEvent {
  direction: ToneDirection;
  onsetMs: number;
  commitMs: number;
  /** From the onset until now, ms. */
  durationMs: number;
  /** Mean deviation since the onset, always positive. */
  magnitude: number;
  resolved: boolean;
  /** The tone lasted so long that it is now normal. The baseline must be learned again from the start. */
  adopted: boolean;
}

const emptySum = (): Sum => ({ value: 0, onsetMs: 0, seconds: 0, area: 0 });

export const freshTone = (): Tone => ({
  kind: 'watching',
  arousalUp: emptySum(),
  arousalDown: emptySum(),
  valenceUp: emptySum(),
  valenceDown: emptySum(),
});

/** Advances the detector by one span of speech. */
export const transitionTone = (tone: Tone, input: ToneInput): { tone: Tone; event?: ToneEvent } => {
  if (input.speechMs <= 0) return { tone };
  switch (tone.kind) {
    case 'watching':
      return watch(tone, input);
    case 'shifted':
      return hold(tone, input);
  }
};

const watch = (
  tone: Extract<Tone, { kind: 'watching' }>,
  input: ToneInput,
): { tone: Tone; event?: ToneEvent } => {
  const next = {
    kind: 'watching' as const,
    arousalUp: accumulate(tone.arousalUp, input.arousalZ, input),
    arousalDown: accumulate(tone.arousalDown, -input.arousalZ, input),
    valenceUp: accumulate(tone.valenceUp, input.valenceZ, input),
    valenceDown: accumulate(tone.valenceDown, -input.valenceZ, input),
  };
  // Arousal comes first: a voice that got louder and more negative is escalating, not only darkening.
  const candidates = [
    { sum: next.arousalUp, dimension: 'arousal', sign: 1 },
    { sum: next.valenceDown, dimension: 'valence', sign: -1 },
    { sum: next.valenceUp, dimension: 'valence', sign: 1 },
    { sum: next.arousalDown, dimension: 'arousal', sign: -1 },
  ] as const;
  const committed = candidates.find(({ sum, dimension, sign }) => {
    // The deviation must still be there now: one strong word must not commit a shift after the word is over.
    const still = sign * (dimension === 'arousal' ? input.arousalZ : input.valenceZ) > TONE_SHIFT.allowance;
    return still && sum.value > TONE_SHIFT.limit && input.endMs - sum.onsetMs >= TONE_SHIFT.minimumCommitMs;
  });
  if (committed === undefined) return { tone: next };
  const { sum, dimension, sign } = committed;
  const shifted = {
    kind: 'shifted' as const,
    direction: directionOf(dimension, sign, input),
    dimension,
    sign,
    onsetMs: sum.onsetMs,
    commitMs: input.endMs,
    magnitude: sum.area / sum.seconds,
    backMs: 0,
    heldMs: 0,
  };
  return { tone: shifted, event: eventOf(shifted, input.endMs, false, false) };
};

/** Page's one-sided cumulative sum (Page 1954, "Continuous inspection schemes", section 3), in speech time. */
const accumulate = (sum: Sum, z: number, input: ToneInput): Sum => {
  const seconds = input.speechMs / 1000;
  const value = Math.max(0, sum.value + (z - TONE_SHIFT.allowance) * seconds);
  if (value === 0) return emptySum();
  const fresh = sum.value === 0;
  return {
    value,
    onsetMs: fresh ? input.startMs : sum.onsetMs,
    seconds: (fresh ? 0 : sum.seconds) + seconds,
    area: (fresh ? 0 : sum.area) + z * seconds,
  };
};

const directionOf = (dimension: 'arousal' | 'valence', sign: 1 | -1, input: ToneInput): ToneDirection => {
  if (dimension === 'valence') return sign > 0 ? 'brightening' : 'darkening';
  if (sign < 0) return 'deescalating';
  // Louder and clearly more pleased than usual is joy, not anger.
  return input.valenceZ > TONE_SHIFT.allowance ? 'brightening' : 'escalating';
};

const hold = (
  tone: Extract<Tone, { kind: 'shifted' }>,
  input: ToneInput,
): { tone: Tone; event?: ToneEvent } => {
  const z = tone.sign * (tone.dimension === 'arousal' ? input.arousalZ : input.valenceZ);
  const backMs = z < TONE_SHIFT.resolvedZ ? tone.backMs + input.speechMs : 0;
  const next = { ...tone, backMs, heldMs: tone.heldMs + input.speechMs };
  const adopted = next.heldMs >= TONE_SHIFT.adoptedMs;
  if (backMs < TONE_SHIFT.resolvedMs && !adopted) return { tone: next };
  return { tone: freshTone(), event: eventOf(next, input.endMs, true, adopted) };
};

const eventOf = (
  tone: Extract<Tone, { kind: 'shifted' }>,
  nowMs: number,
  resolved: boolean,
  adopted: boolean,
): ToneEvent => {
  const { direction, onsetMs, commitMs, magnitude } = tone;
  return { direction, onsetMs, commitMs, durationMs: nowMs - onsetMs, magnitude, resolved, adopted };
};
