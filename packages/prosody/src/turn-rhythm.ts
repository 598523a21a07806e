import type { ProsodyFrame } from './prosody-frame.js';
import { HOP_MS } from './prosody-options.js';
import { Tally } from './tally.js';

/** A silence this long ends a turn: what streams take by default (`turn.end_silence_ms`). */
export const TURN_SILENCE_MS = 700;

/**
 * The time and the syllables of turns. What lies between two turns belongs to neither, and somebody else may have spoken
 * in it: counted as a part of the second, it would make that one slow.
 */
export class TurnRhythm {
  private quietFrames = Infinity;
  private turnFrames = 0;

  constructor(private readonly tally: Tally) {}

  /**
   * Takes the next frame.
   * @param syllableAge frames since the peak of the nucleus that was found at this one
   */
  update(frame: Readonly<ProsodyFrame>, syllableAge: number): void {
    if (frame.speech) this.speak();
    else this.quietFrames++;
    if (frame.syllable && syllableAge <= this.turnFrames + this.quietFrames)
      this.tally.add(Tally.TURN_SYLLABLES, 1);
  }

  reset(): void {
    this.quietFrames = Infinity;
    this.turnFrames = 0;
  }

  /** A silence is known to be a pause of the turn only when speech goes on. */
  private speak(): void {
    const isNewTurn = this.quietFrames * HOP_MS >= TURN_SILENCE_MS;
    const frames = isNewTurn ? 1 : this.quietFrames + 1;
    this.turnFrames = isNewTurn ? 1 : this.turnFrames + frames;
    this.quietFrames = 0;
    this.tally.add(Tally.TURN_FRAMES, frames);
  }
}
