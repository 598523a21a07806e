import type { OnlineDiarizerEvent, SpeakerTurn } from './speaker-turn.js';

interface OpenTurn {
  readonly id: number;
  readonly startMs: number;
  steps: number;
  confidence: number;
  overlap: boolean;
}

/** Builds turns from the active speakers of each step. */
export class TurnTracker {
  private readonly open = new Map<number, OpenTurn>();
  private readonly known = new Set<number>();
  private begun = 0;

  /**
   * @param active the speakers from `atMs` on, with their confidence
   * @returns starts and ends of turns at `atMs`, ends first
   */
  step(active: ReadonlyMap<number, number>, atMs: number): OnlineDiarizerEvent[] {
    const events = this.close((speaker) => !active.has(speaker), atMs);
    for (const [speaker, confidence] of active) {
      if (!this.known.has(speaker)) {
        this.known.add(speaker);
        events.push({ type: 'speaker', speaker, atMs });
      }
      let turn = this.open.get(speaker);
      if (turn === undefined) {
        turn = { id: this.begun++, startMs: atMs, steps: 0, confidence: 0, overlap: false };
        events.push({ type: 'turn_start', id: turn.id, speaker, atMs });
      }
      turn.steps += 1;
      turn.confidence += confidence;
      turn.overlap ||= active.size > 1;
      this.open.set(speaker, turn);
    }
    return events;
  }

  /** Ends every turn. */
  end(atMs: number): OnlineDiarizerEvent[] {
    return this.close(() => true, atMs);
  }

  private close(over: (speaker: number) => boolean, atMs: number): OnlineDiarizerEvent[] {
    const events: OnlineDiarizerEvent[] = [];
    for (const [speaker, { id, startMs, steps, confidence, overlap }] of this.open) {
      if (!over(speaker)) continue;
      this.open.delete(speaker);
      const turn: SpeakerTurn = { speaker, startMs, endMs: atMs, overlap, confidence: confidence / steps };
      events.push({ type: 'turn_end', id, turn });
    }
    return events;
  }
}
