import type { AnalysisResult } from '../call/analysis-result.js';
import { freshTurn, transitionTurn, type Turn, type TurnInput } from '../call/turns/turns.js';
import type { SpeakerReading } from '../call/emotion/speaker-state.js';
import { type OverallEmotion, OverallEmotionTally } from './overall-emotion.js';
import { defined } from '../defined.js';

/** A turn ends after this much silence, the default of a stream. */
const END_SILENCE_MS = 700;

/** The key of a voice in a recording: its number in the order of appearance. */
export const keyOf = (index: number): string => `speaker_${index + 1}`;

/** One person's turn on one channel of a recording. */
export interface RecordingTurn {
  readonly id: string;
  readonly channel: number;
  /** Who speaks: `speaker_1`, `speaker_2` … */
  readonly speaker: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly speechMs: number;
  /** How the whole turn sounded, by the same rule as for the recording; absent when the model gave no reading. */
  readonly emotion?: OverallEmotion;
}

/** The turns of one channel, by the same rules as a stream's turns. */
export class RecordingTurns {
  readonly turns: RecordingTurn[] = [];
  private turn: Turn = freshTurn();
  private speechMs = 0;
  private opinions = new OverallEmotionTally();

  constructor(
    private readonly channel: number,
    private readonly newTurnId: () => string,
  ) {}

  /** Adds a result, with the smoothed reading after it if there is one, and the reading of the utterance that has just ended. */
  advance(result: AnalysisResult, reading: SpeakerReading | undefined, whole?: SpeakerReading): void {
    for (const { kind, atMs } of result.vadEvents) this.move({ kind, atMs });
    const { speechMs } = result;
    this.speechMs += speechMs;
    this.opinions.hear(result, speechMs, reading, whole);
    this.move({ kind: 'tick', atMs: result.endMs });
  }

  /** Call it at the end of the recording. */
  end(atMs: number): void {
    this.move({ kind: 'close', atMs });
  }

  private move(input: TurnInput): void {
    const { turn, events } = transitionTurn(this.turn, input, {
      endSilenceMs: END_SILENCE_MS,
      newTurnId: this.newTurnId,
    });
    this.turn = turn;
    for (const event of events) {
      if (event.kind === 'closed') this.write(event.turnId, event.startMs, event.endMs);
    }
    if (turn.kind === 'idle') this.startOver();
  }

  private write(id: string, startMs: number, endMs: number): void {
    const { channel, speechMs } = this;
    const emotion = this.opinions.read();
    this.startOver();
    this.turns.push({
      id,
      channel,
      speaker: keyOf(channel),
      startMs,
      endMs,
      speechMs: Math.min(speechMs, endMs - startMs),
      ...defined({ emotion }),
    });
  }

  private startOver(): void {
    this.speechMs = 0;
    this.opinions = new OverallEmotionTally();
  }
}
