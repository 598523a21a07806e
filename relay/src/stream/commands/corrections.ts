import type { TurnCorrection } from '../../domain/live/stream-store.js';

/** The most corrections of one session: enough for an agent's clicks, too few for an automatic feed. */
export const MAX_CORRECTIONS = 500;

/** The client's corrections of the turns of a session. */
export class Corrections {
  private readonly kept: TurnCorrection[];
  /** Requested and not stored yet. */
  private underway = 0;
  /** Turns whose newest correction came over another route. */
  private readonly overruled = new Set<string>();

  /** @param saved the corrections of a checkpoint */
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

  /** Whether the correction repeats the newest one of its turn, so that it changes nothing. */
  isNewest(correction: TurnCorrection): boolean {
    const { turnId } = correction;
    if (turnId !== undefined && this.overruled.has(turnId)) return false;
    const newest = this.kept.filter((other) => other.turnId === turnId).at(-1);
    return newest !== undefined && isSame(newest, correction);
  }

  /** A correction is being stored; {@link finish} follows. */
  begin(): void {
    this.underway += 1;
  }

  /** A correction was stored, or could not be stored. */
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
