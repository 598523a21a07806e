import { leadingEmotion, OpinionTally, type OpinionState } from '../analyze/opinion.js';
import type { AnalysisResult } from '../analysis.js';
import { measuresOf } from '../verticals/assess.js';
import { advanceVoice, freshVoice, type Voice } from '../voice.js';
import type { UtteranceReading } from './session-utterance.js';

/** Plain data: what a checkpoint keeps of a turn that is open. */
export interface EarState {
  readonly voice: Voice;
  readonly opinion: OpinionState;
}

/**
 * Hears one channel's turn of a live stream by the rules of an uploaded recording: with a voice of its own, which knows
 * nothing of the turns before. So an utterance sounds the same whichever way it came.
 */
export class TurnEar {
  private voice: Voice;
  private opinions: OpinionTally;

  constructor(state?: EarState) {
    this.voice = state?.voice ?? freshVoice();
    this.opinions = state === undefined ? new OpinionTally() : OpinionTally.restore(state.opinion);
  }

  hear(result: AnalysisResult): void {
    const speechMs = result.speech ? result.speechMs : 0;
    const step = advanceVoice(this.voice, result, speechMs, { role: 'caller', steering: true });
    this.voice = step.voice;
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
  snapshot(): EarState | undefined {
    return this.isEmpty ? undefined : { voice: this.voice, opinion: this.opinions.snapshot() };
  }
}

/** How an utterance sounded as a whole, of an upload as of a live turn. */
export const readingOf = (opinion: ReturnType<OpinionTally['read']>): UtteranceReading => {
  if (opinion === undefined) return { emotion: null, confidence: null, tone: null };
  const { emotion, confidence, uncertain } = leadingEmotion(opinion);
  const { valence, arousal } = opinion.dimensions;
  const tone = { valence, arousal, escalation: opinion.signals.escalation };
  return { emotion, confidence, uncertain, tone, measures: measuresOf(opinion) };
};
