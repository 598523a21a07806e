/** Which milliseconds of a session were answered, and whether any were answered twice. */

export interface Span {
  startMs: number;
  endMs: number;
}

/** Sorts spans by time. @throws when two overlap */
export const withoutOverlap = (spans: readonly Span[]): Span[] => {
  const sorted = [...spans].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  sorted.forEach((span, index) => {
    const before = sorted[index - 1];
    if (before !== undefined && span.startMs < before.endMs) {
      throw new Error(
        `${span.startMs}–${span.endMs} ms was answered twice (also ${before.startMs}–${before.endMs} ms)`,
      );
    }
  });
  return sorted;
};

/** The gaps between spans, and before and after them. */
export const holes = (spans: readonly Span[], fromMs: number, toMs: number): Span[] => {
  const found: Span[] = [];
  let at = fromMs;
  for (const { startMs, endMs } of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    if (startMs > at) found.push({ startMs: at, endMs: Math.min(startMs, toMs) });
    at = Math.max(at, endMs);
  }
  if (at < toMs) found.push({ startMs: at, endMs: toMs });
  return found;
};
