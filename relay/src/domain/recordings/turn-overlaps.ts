import type { RecordingTurn } from './recording-turns.js';

/** Shorter overlaps do not count. */
const LEAST_OVERLAP_MS = 200;

/** Where turns of two people overlap, in order of their starts. Overlaps that touch are joined. */
export const overlapsBetween = (
  turns: readonly Pick<RecordingTurn, 'speaker' | 'startMs' | 'endMs'>[],
): readonly { readonly startMs: number; readonly endMs: number }[] => {
  const met: { startMs: number; endMs: number }[] = [];
  turns.forEach((turn, index) => {
    for (const other of turns.slice(index + 1)) {
      if (other.speaker === turn.speaker) continue;
      const startMs = Math.max(turn.startMs, other.startMs);
      const endMs = Math.min(turn.endMs, other.endMs);
      if (endMs - startMs >= LEAST_OVERLAP_MS) met.push({ startMs, endMs });
    }
  });
  const joined: { startMs: number; endMs: number }[] = [];
  for (const span of met.sort((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && span.startMs <= last.endMs) last.endMs = Math.max(last.endMs, span.endMs);
    else joined.push({ ...span });
  }
  return joined;
};
