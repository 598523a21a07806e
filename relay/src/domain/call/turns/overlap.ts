import { z } from 'zod';
import { TURNS } from '../thresholds.js';

/** The last stretches of speech of each channel; enough to meet those of the other channel that end later. */
export const segmentSchema = z.strictObject({ startMs: z.number().min(0), endMs: z.number().min(0) });
export type Segment = z.infer<typeof segmentSchema>;

/** Short backchannels ("mhm") during one long stretch of the other speaker. */
const KEPT = 16;

export interface OverlapSpan extends Segment {
  channels: [number, number];
}

/**
 * Adds a finished stretch of speech and finds where it met other channels' finished ones. Each pair is compared once,
 * when the later of the two ends, so nothing is said before both ends are known.
 */
export const addSegment = (
  segments: readonly Segment[][],
  channel: number,
  segment: Segment,
): { segments: Segment[][]; overlaps: OverlapSpan[] } => {
  const overlaps: OverlapSpan[] = [];
  segments.forEach((others, other) => {
    if (other === channel) return;
    for (const heard of others) {
      const startMs = Math.max(heard.startMs, segment.startMs);
      const endMs = Math.min(heard.endMs, segment.endMs);
      if (endMs - startMs < TURNS.minimumOverlapMs) continue;
      overlaps.push({ channels: [Math.min(channel, other), Math.max(channel, other)], startMs, endMs });
    }
  });
  return {
    segments: segments.map((kept, index) => (index === channel ? [...kept, segment].slice(-KEPT) : kept)),
    overlaps,
  };
};
