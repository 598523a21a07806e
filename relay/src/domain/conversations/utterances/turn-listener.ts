import {
  leadingEmotion,
  OverallEmotionTally,
  type OverallEmotionState,
} from '../../recordings/overall-emotion.js';
import type { AnalysisResult } from '../../call/analysis-result.js';
import { measuresOf } from '../../call/verticals/assess.js';
import { advanceSpeaker, freshSpeakerState, type SpeakerState } from '../../call/emotion/speaker-state.js';
import type { UtteranceReading } from './utterance.js';

/** What a checkpoint keeps of an open turn. Plain data. */
export interface TurnListenerState {
  readonly voice: SpeakerState;
  readonly opinion: OverallEmotionState;
}

/**
 * Analyzes one turn of a channel of a live stream by the rules of an uploaded recording: with a fresh speaker state that knows
 * nothing of earlier turns. So a live utterance gets the same reading as an uploaded one.
 */
export class TurnListener {
  private voice: SpeakerState;
  private opinions: OverallEmotionTally;

  constructor(state?: TurnListenerState) {
    this.voice = state?.voice ?? freshSpeakerState();
    this.opinions =
      state === undefined ? new OverallEmotionTally() : OverallEmotionTally.restore(state.opinion);
  }

  hear(result: AnalysisResult): void {
    const speechMs = result.speech ? result.speechMs : 0;
    const step = advanceSpeaker(this.voice, result, speechMs, { role: 'caller', steering: true });
    this.voice = step.speaker;
    this.opinions.hear(result, speechMs, step.reading, step.whole);
  }

  /** Takes only what a later result says of the utterance that this turn ended with. */
  hearWhole(result: AnalysisResult): void {
    const later = { ...result, speech: false, speechMs: 0 };
    delete later.emotion;
    delete later.notSpeech;
    this.hear(later);
  }

  /** Whether the full reader's opinion is in it. */
  get isRevised(): boolean {
    return this.opinions.isRevised;
  }

  /** Whether nobody was heard yet. */
  get isEmpty(): boolean {
    return this.opinions.isEmpty;
  }

  /** How the turn sounded; all null when nobody was heard. */
  read(): UtteranceReading {
    return readingOf(this.opinions.read());
  }

  /** Undefined while there is nothing to keep. */
  snapshot(): TurnListenerState | undefined {
    return this.isEmpty ? undefined : { voice: this.voice, opinion: this.opinions.snapshot() };
  }
}

/** How a whole utterance sounded, for uploads and live turns. */
export const readingOf = (opinion: ReturnType<OverallEmotionTally['read']>): UtteranceReading => {
  if (opinion === undefined) return { emotion: null, confidence: null, tone: null };
  const { emotion, confidence, uncertain } = leadingEmotion(opinion);
  const { valence, arousal } = opinion.dimensions;
  const tone = { valence, arousal, escalation: opinion.signals.escalation };
  return { emotion, confidence, uncertain, tone, measures: measuresOf(opinion) };
};
