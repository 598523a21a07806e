import type { TurnCorrection } from '../../domain/live/stream-store.js';

/** Corrections one session may make: an agent's clicks, not a feed. */
export const MAX_CORRECTIONS = 500;

/** What the client of a session said of its turns. */
export class Corrections {
  private readonly kept: TurnCorrection[];
  /** Asked for and not stored yet. */
  private underway = 0;
  /** Turns that another route corrected last. */
  private readonly overruled = new Set<string>();

  /** @param saved those of a checkpoint */
  constructor(saved: readonly TurnCorrection[]) {
    this.kept = [...saved];
  }

  /** Oldest first. */
  get all(): readonly TurnCorrection[] {
    return this.kept;
  }

  get isFull(): boolean {
    return this.kept.length + this.underway >= MAX_CORRECTIONS;
  }

  /** Those of one turn, oldest first. */
  of(turnId: string): TurnCorrection[] {
    return this.kept.filter((correction) => correction.turnId === turnId);
  }

  /** Whether it repeats the last correction of its turn, so that it changes nothing. */
  isNewest(correction: TurnCorrection): boolean {
    const { turnId } = correction;
    if (turnId !== undefined && this.overruled.has(turnId)) return false;
    const newest = this.kept.filter((other) => other.turnId === turnId).at(-1);
    return newest !== undefined && isSame(newest, correction);
  }

  /** One is being stored; {@link finish} follows. */
  begin(): void {
    this.underway += 1;
  }

  /** One that began was stored, or could not be. */
  finish(): void {
    this.underway -= 1;
  }

  keep(turnId: string, correction: TurnCorrection): void {
    if (!this.isNewest(correction)) this.kept.push(correction);
    this.overruled.delete(turnId);
  }

  /** The turn was corrected over another route. */
  overrule(turnId: string): void {
    this.overruled.add(turnId);
  }
}

const isSame = (a: TurnCorrection, b: TurnCorrection): boolean =>
  a.turnId === b.turnId &&
  a.directiveId === b.directiveId &&
  a.emotion === b.emotion &&
  a.valence === b.valence &&
  a.arousal === b.arousal &&
  a.dominance === b.dominance;
