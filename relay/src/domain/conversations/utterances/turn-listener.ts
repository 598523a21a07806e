import {
  leadingEmotion,
  OverallEmotionTally,
  type OverallEmotionState,
} from '../../recordings/overall-emotion.js';
import type { AnalysisResult } from '../../call/analysis-result.js';
import { measuresOf } from '../../call/verticals/assess.js';
import { advanceSpeaker, freshSpeakerState, type SpeakerState } from '../../call/emotion/speaker-state.js';
import type { UtteranceReading } from './utterance.js';

/** Plain data: what a checkpoint keeps of a turn that is open. */
export interface TurnListenerState {
  readonly voice: SpeakerState;
  readonly opinion: OverallEmotionState;
}

/**
 * Hears one channel's turn of a live stream by the rules of an uploaded recording: with a voice of its own, which knows
 * nothing of the turns before. So an utterance sounds the same whichever way it came.
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
    this.opinions.hear(result, speechMs, step.reading);
  }

  /** Nobody was heard yet: the turn is still to come. */
  get isEmpty(): boolean {
    return this.opinions.isEmpty;
  }

  /** How it sounded; nothing where nobody was heard. */
  read(): UtteranceReading {
    return readingOf(this.opinions.read());
  }

  /** Undefined while there is nothing to keep. */
  snapshot(): TurnListenerState | undefined {
    return this.isEmpty ? undefined : { voice: this.voice, opinion: this.opinions.snapshot() };
  }
}

/** How an utterance sounded as a whole, of an upload as of a live turn. */
export const readingOf = (opinion: ReturnType<OverallEmotionTally['read']>): UtteranceReading => {
  if (opinion === undefined) return { emotion: null, confidence: null, tone: null };
  const { emotion, confidence, uncertain } = leadingEmotion(opinion);
  const { valence, arousal } = opinion.dimensions;
  const tone = { valence, arousal, escalation: opinion.signals.escalation };
  return { emotion, confidence, uncertain, tone, measures: measuresOf(opinion) };
};
