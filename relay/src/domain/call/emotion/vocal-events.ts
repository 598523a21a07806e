import { z } from 'zod';
import type { VocalSound } from '@undertone/hearing';
import type { AnalysisResult } from '../analysis-result.js';
import { VOCAL_EVENTS } from '../thresholds.js';

/** Whether one channel's voice is now making a sound that is not speech. */
export const vocalSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quiet') }),
  z.strictObject({
    kind: z.literal('sounding'),
    startMs: z.number().min(0),
    endMs: z.number().min(0),
    /** For each kind of sound: probability × ms, summed since the start of the event. */
    weights: z.record(z.string(), z.number().min(0)),
  }),
]);
export type Vocal = z.infer<typeof vocalSchema>;

/** A laugh, a sigh, a groan …: a finished one, or one part of a long one. */
export interface VocalEvent {
  readonly event: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Mean probability over the event. */
  readonly probability: number;
}

export type VocalInput =
  | { readonly kind: 'sound'; readonly sound: VocalSound; readonly startMs: number; readonly endMs: number }
  /** Speech, another sound, silence, or the end of the audio. */
  | { readonly kind: 'none' };

export interface VocalStep {
  readonly vocal: Vocal;
  readonly event?: VocalEvent;
}

const NOTHING: Readonly<Record<string, number>> = {};

export const freshVocal = (): Vocal => ({ kind: 'quiet' });

/** What a result says about sounds of the voice that are not speech. */
export const vocalInput = ({ speech, vocalSound, startMs, endMs }: AnalysisResult): VocalInput =>
  speech && vocalSound !== undefined
    ? { kind: 'sound', sound: vocalSound, startMs, endMs }
    : { kind: 'none' };

/** An event is one stretch of such sounds. Its name is the kind with the largest weight. */
export const transitionVocal = (vocal: Vocal, input: VocalInput): VocalStep => {
  switch (input.kind) {
    case 'none':
      return vocal.kind === 'quiet' ? { vocal } : finish(vocal);
    case 'sound': {
      const { sound, startMs, endMs } = input;
      const before = vocal.kind === 'sounding' ? vocal : { startMs, weights: NOTHING };
      const weight = (before.weights[sound.kind] ?? 0) + sound.probability * (endMs - startMs);
      const sounding = {
        kind: 'sounding' as const,
        startMs: before.startMs,
        endMs,
        weights: { ...before.weights, [sound.kind]: weight },
      };
      return endMs - before.startMs < VOCAL_EVENTS.maximumMs ? { vocal: sounding } : finish(sounding);
    }
  }
};

const finish = ({ startMs, endMs, weights }: Extract<Vocal, { kind: 'sounding' }>): VocalStep => {
  const [first, ...others] = Object.entries(weights);
  if (first === undefined || endMs - startMs < VOCAL_EVENTS.minimumMs) return { vocal: freshVocal() };
  const [event, weight] = others.reduce((most, each) => (each[1] > most[1] ? each : most), first);
  const probability = Math.min(1, weight / (endMs - startMs));
  return { vocal: freshVocal(), event: { event, startMs, endMs, probability } };
};
