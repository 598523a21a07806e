import { z } from 'zod';
import { TURNS } from '../thresholds.js';

/** A stretch of speech. The last stretches of each channel are kept and compared with later-ending ones of other channels. */
export const segmentSchema = z.strictObject({ startMs: z.number().min(0), endMs: z.number().min(0) });
export type Segment = z.infer<typeof segmentSchema>;

/** Whether two stretches have time in common. */
export const overlap = (a: Segment, b: Segment): boolean => a.startMs < b.endMs && b.startMs < a.endMs;

/** Stretches kept per channel: enough for short backchannels ("mhm") during one long stretch of the other speaker. */
const KEPT = 16;

export interface OverlapSpan extends Segment {
  channels: [number, number];
}

/**
 * Adds a finished stretch of speech and finds its overlaps with finished ones of other channels. Each pair is compared once,
 * when the later of the two ends, so an overlap is reported only when both ends are known.
 */
export const addSegment = (
  segments: readonly Segment[][],
  channel: number,
  segment: Segment,
): { segments: Segment[][]; overlaps: OverlapSpan[] } => {
  const overlaps: OverlapSpan[] = [];
  segments.forEach((others, other) => {
    if (other === channel) return;
    for (const finished of others) {
      const startMs = Math.max(finished.startMs, segment.startMs);
      const endMs = Math.min(finished.endMs, segment.endMs);
      if (endMs - startMs < TURNS.minimumOverlapMs) continue;
      overlaps.push({ channels: [Math.min(channel, other), Math.max(channel, other)], startMs, endMs });
    }
  });
  return {
    segments: segments.map((kept, index) => (index === channel ? [...kept, segment].slice(-KEPT) : kept)),
    overlaps,
  };
};
