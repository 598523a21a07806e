import type { ActiveCue } from '../state/cue-queue.js';

/** A cue as a screen reader says it. */
export interface SpokenCue {
  /** Of this appearance: a cue that returns after a snooze has a new one. */
  readonly key: string;
  readonly text: string;
}

/** The cues of a call that a screen reader has said. */
export class SpokenCues {
  private readonly keys = new Set<string>();
  private spoken: SpokenCue | undefined;

  /** The cue last spoken, also when its card is gone. */
  get latest(): SpokenCue | undefined {
    return this.spoken;
  }

  /** Speaks a cue when it appears, even with the same words as the last one, and not again when a newer cue disappears. */
  speak(newest: ActiveCue | undefined): void {
    if (newest === undefined) return;
    const key = `${newest.cueId} ${newest.visibleFromMs}`;
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.spoken = { key, text: `${newest.cue.title}. ${newest.cue.body}` };
  }
}
