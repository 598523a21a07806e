/** Which audio of a channel was analyzed, in samples. Plain data, for a checkpoint. */
export interface SavedUse {
  /** What lies before is not kept, and counts as analyzed. */
  readonly from: number;
  /** In order; each is a start and an exclusive end. */
  readonly spans: readonly (readonly [number, number])[];
}

/** The newest stretches of audio between gaps that are kept. Two relays hear at most the last seconds of each other again. */
const MOST_SPANS = 8;

/**
 * What of a channel was analyzed, at this relay or at one before. The relay that goes on in the middle of a second has to know how
 * much of it the ones before used, and may begin before the end of their results.
 */
export class UsedAudio {
  private from: number;
  private spans: (readonly [number, number])[];

  constructor({ from, spans }: SavedUse) {
    this.from = from;
    this.spans = [...spans];
  }

  /** A stretch was analyzed; it may have been before. */
  add(start: number, end: number): void {
    if (end <= start) return;
    const touches = ([from, to]: readonly [number, number]): boolean => from <= end && to >= start;
    const touched = this.spans.filter(touches);
    const whole = [
      Math.min(start, ...touched.map(([from]) => from)),
      Math.max(end, ...touched.map(([, to]) => to)),
    ] as const;
    this.spans = [...this.spans.filter((span) => !touches(span)), whole].sort(([a], [b]) => a - b);
    if (this.spans.length <= MOST_SPANS) return;
    const [oldest] = this.spans.splice(0, 1);
    this.from = oldest?.[1] ?? this.from;
  }

  /** A stretch was counted as analyzed and was not. */
  remove(start: number, end: number): void {
    this.spans = this.spans.flatMap(([from, to]) =>
      [[from, Math.min(to, start)] as const, [Math.max(from, end), to] as const].filter(([a, b]) => a < b),
    );
  }

  /** How many samples between two positions were analyzed, at most. */
  between(start: number, end: number): number {
    const forgotten = overlap(start, end, 0, this.from);
    return this.spans.reduce(
      (sum, [from, to]) => sum + overlap(Math.max(start, this.from), end, from, to),
      forgotten,
    );
  }

  save(): SavedUse {
    return { from: this.from, spans: this.spans };
  }
}

const overlap = (start: number, end: number, from: number, to: number): number =>
  Math.max(0, Math.min(end, to) - Math.max(start, from));
