import { LABELS, type EmotionLabel } from '@undertone/protocol';
import type { AnalysisResult, Dimensions } from '../analysis.js';
import { freshTurn, transitionTurn, type Turn, type TurnInput } from '../turns.js';
import type { VoiceReading } from '../voice.js';
import { keyOf } from './recording-voices.js';

/** A turn ends after this much silence, as in a stream that asks for nothing else. */
const END_SILENCE_MS = 700;

/** One person's turn on one channel of a recording. */
export interface HeardTurn {
  readonly id: string;
  readonly channel: number;
  /** Who speaks: `speaker_1`, `speaker_2` … */
  readonly speaker: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly speechMs: number;
  /** Absent where the model gave no reading. */
  readonly emotion?: {
    readonly probabilities: Readonly<Record<EmotionLabel, number>>;
    readonly dimensions: Dimensions;
    readonly uncertainBelow: number;
    readonly trust: number;
  };
}

interface Sums {
  speechMs: number;
  readingMs: number;
  probabilities: number[];
  valence: number;
  arousal: number;
  dominance: number;
  uncertainBelow: number;
  trust: number;
}

const noSums = (): Sums => ({
  speechMs: 0,
  readingMs: 0,
  probabilities: LABELS.map(() => 0),
  valence: 0,
  arousal: 0,
  dominance: 0,
  uncertainBelow: 0,
  trust: 0,
});

/** The turns of one channel, by the rules that a stream's turns follow. */
export class HeardTurns {
  readonly turns: HeardTurn[] = [];
  private turn: Turn = freshTurn();
  private sums = noSums();

  constructor(
    private readonly channel: number,
    private readonly newTurnId: () => string,
  ) {}

  /** Takes a result, and the smoothed reading after it where there is one. */
  advance(result: AnalysisResult, reading: VoiceReading | undefined, uncertainBelow: number): void {
    for (const { kind, atMs } of result.vadEvents) this.move({ kind, atMs });
    const { speechMs } = result;
    this.sums.speechMs += speechMs;
    if (reading !== undefined && speechMs > 0) {
      const { dimensions, emotion } = reading;
      this.sums.readingMs += speechMs;
      LABELS.forEach((label, i) => {
        this.sums.probabilities[i] =
          (this.sums.probabilities[i] ?? 0) + speechMs * emotion.probabilities[label];
      });
      this.sums.valence += speechMs * dimensions.valence;
      this.sums.arousal += speechMs * dimensions.arousal;
      this.sums.dominance += speechMs * dimensions.dominance;
      this.sums.uncertainBelow = uncertainBelow;
      this.sums.trust += speechMs * emotion.trust;
    }
    this.move({ kind: 'tick', atMs: result.endMs });
  }

  /** The recording is over. */
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
    if (turn.kind === 'idle') this.sums = noSums();
  }

  private write(id: string, startMs: number, endMs: number): void {
    const { speechMs, readingMs, probabilities, valence, arousal, dominance, uncertainBelow, trust } =
      this.sums;
    this.sums = noSums();
    this.turns.push({
      id,
      channel: this.channel,
      speaker: keyOf(this.channel),
      startMs,
      endMs,
      speechMs: Math.min(speechMs, endMs - startMs),
      ...(readingMs > 0 && {
        emotion: {
          probabilities: Object.fromEntries(
            LABELS.map((label, i) => [label, (probabilities[i] ?? 0) / readingMs]),
          ) as Record<EmotionLabel, number>,
          dimensions: {
            valence: valence / readingMs,
            arousal: arousal / readingMs,
            dominance: dominance / readingMs,
          },
          uncertainBelow,
          trust: trust / readingMs,
        },
      }),
    });
  }
}
