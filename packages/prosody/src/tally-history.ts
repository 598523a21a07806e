import { HOP_MS } from './prosody-options.js';
import { Tally } from './tally.js';

const FRAMES_PER_TALLY = 10;

/** The tallies of the newest stretches and of everything since the start. */
export class TallyHistory {
  /** The stretch in progress. Every measurement is added here. */
  readonly current = new Tally();
  private readonly total = new Tally();
  private readonly recent: Tally[];
  private next = 0;
  private filled = 0;
  private frames = 0;

  /** @param historyMs how far {@link collect} can look back */
  constructor(historyMs: number) {
    const count = Math.ceil(historyMs / (FRAMES_PER_TALLY * HOP_MS));
    this.recent = Array.from({ length: count }, () => new Tally());
  }

  /** Ends a frame; every tenth closes the stretch in progress. */
  endFrame(): void {
    this.current.add(Tally.FRAMES, 1);
    this.frames++;
    if (this.frames < FRAMES_PER_TALLY) return;
    this.frames = 0;
    this.total.merge(this.current);
    const oldest = this.recent[this.next];
    if (oldest !== undefined) {
      oldest.clear();
      oldest.merge(this.current);
    }
    this.next = (this.next + 1) % this.recent.length;
    this.filled = Math.min(this.filled + 1, this.recent.length);
    this.current.clear();
  }

  /**
   * Writes the sum of the newest `windowMs` (rounded up to 100 ms, at most the history), or of everything since the
   * start when undefined, into `into`.
   */
  collect(into: Tally, windowMs: number | undefined): void {
    into.clear();
    into.merge(this.current);
    if (windowMs === undefined) {
      into.merge(this.total);
      return;
    }
    const wanted = Math.ceil((windowMs / HOP_MS - this.frames) / FRAMES_PER_TALLY);
    const count = Math.min(this.filled, Math.max(0, wanted));
    for (let i = 1; i <= count; i++) {
      const tally = this.recent[(this.next - i + this.recent.length) % this.recent.length];
      if (tally !== undefined) into.merge(tally);
    }
  }

  reset(): void {
    this.current.clear();
    this.total.clear();
    this.next = 0;
    this.filled = 0;
    this.frames = 0;
  }
}
