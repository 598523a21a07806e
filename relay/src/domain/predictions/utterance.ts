import { z } from 'zod';

const unit = z.number().min(-1).max(1);

/** How an utterance sounded; dimensions from −1 to 1, escalation from 0 to 1. */
export const toneSchema = z.strictObject({
  valence: unit,
  arousal: unit,
  /** The signal of `../call/emotion/signals.ts`. */
  escalation: z.number().min(0).max(1),
});
export type UtteranceTone = z.infer<typeof toneSchema>;

/**
 * The predictions' input for one utterance: a live turn, an upload or a line of a transcript. It has no words and no
 * audio.
 */
export const observedUtteranceSchema = z
  .strictObject({
    speakerId: z.string().min(1),
    role: z.enum(['caller', 'agent']),
    /** On the session's clock. */
    startMs: z.number().min(0),
    endMs: z.number().min(0),
    /** Absent when there is no audio (a transcript) or policy forbids it (an agent). */
    tone: toneSchema.exactOptional(),
  })
  .refine(({ startMs, endMs }) => endMs >= startMs, 'an utterance ends before it starts');
export type ObservedUtterance = z.infer<typeof observedUtteranceSchema>;
