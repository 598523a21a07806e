import { LABELS, type EmotionLabel } from '@undertone/protocol';
import type { Dimensions } from '@undertone/hearing';
import type { AnalysisResult } from '../call/analysis-result.js';
import type { Signals } from '../call/emotion/signals.js';
import {
  type SpeechPortion,
  SpeechPortions,
  type SpeechPortionsState,
  speechShare,
  weightedBySpeech,
} from '../call/emotion/speech-portions.js';
import { leadingLabel, type LeadingEmotion } from '../call/emotion/shown-label.js';
import type { SpeakerReading } from '../call/emotion/speaker-state.js';

/** How a person sounded over a stretch of time: the mean of the readings of its parts. */
export interface OverallEmotion {
  readonly speechMs: number;
  readonly probabilities: Readonly<Record<EmotionLabel, number>>;
  readonly dimensions: Dimensions;
  readonly signals: Signals;
  /** The model's own floor. Below it the leading label means little. */
  readonly uncertainBelow: number;
  /** Confidence = probability × this: how far the audio can be trusted, 0 to 1. */
  readonly trust: number;
}

/** A stretch of speech and how it sounded. */
export interface EmotionSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly emotion: OverallEmotion;
}

/** A tally as plain data. */
export interface OverallEmotionState extends SpeechPortionsState<SpeakerReading> {
  readonly uncertainBelow: number;
}

/**
 * Collects the smoothed readings of a recording. A sentence's reading is the one at its end, when the model has heard all of
 * it, like the last directive of a stream. The reading of a longer recording is the mean over its sentences and, within long
 * ones, over their {@link SpeechPortions}, weighted by speech. So the order of the sentences does not matter. A portion counts
 * only as far as it was speech: music between the sentences does not lower their weight, and the guess at the beginning of a
 * ring tone hardly counts.
 */
export class OverallEmotionTally {
  constructor(
    private readonly portions = new SpeechPortions<SpeakerReading>(),
    private uncertainBelow = 0,
  ) {}

  /** @param state a {@link snapshot}, which may have been stored as JSON */
  static restore({ uncertainBelow, ...portions }: OverallEmotionState): OverallEmotionTally {
    return new OverallEmotionTally(new SpeechPortions(portions), uncertainBelow);
  }

  /**
   * Adds a span of speech, with the smoothed reading after it if there is one.
   * @param whole the reading of the utterance that has just ended
   */
  hear(
    result: AnalysisResult,
    speechMs: number,
    reading: SpeakerReading | undefined,
    whole?: SpeakerReading,
  ): void {
    if (reading !== undefined) this.uncertainBelow = result.emotion?.uncertainBelow ?? this.uncertainBelow;
    if (whole !== undefined)
      this.uncertainBelow = result.utterance?.emotion.uncertainBelow ?? this.uncertainBelow;
    this.portions.hear(result, speechMs, reading, whole);
  }

  get isEmpty(): boolean {
    return this.portions.isEmpty;
  }

  /** Whether the full reader's opinion of an utterance is in it. */
  get isRevised(): boolean {
    return this.portions.isRevised;
  }

  snapshot(): OverallEmotionState {
    return { ...this.portions.snapshot(), uncertainBelow: this.uncertainBelow };
  }

  /**
   * The overall emotion. Undefined before the first reading, and when the audio was so unlike speech that no label could reach
   * the floor. A dial tone then has no valence either.
   */
  read(): OverallEmotion | undefined {
    return this.readOf(this.portions.settled());
  }

  /** The course of it: each stretch of speech with its own reading, in order of time. Their mean is {@link read}. */
  segments(): readonly EmotionSegment[] {
    const groups: SpeechPortion<SpeakerReading>[][] = [];
    for (const portion of this.portions.settled()) {
      const last = groups.at(-1);
      // The full reader's reading of an utterance stands for all of its portions.
      if (portion.revised === true && portion.stretch === last?.[0]?.stretch) last.push(portion);
      else groups.push([portion]);
    }
    return groups.flatMap((group) => {
      const emotion = this.readOf(group);
      const [startMs, endMs] = [group[0]?.startMs, group.at(-1)?.endMs];
      return emotion === undefined || startMs === undefined || endMs === undefined
        ? []
        : [{ startMs, endMs, emotion }];
    });
  }

  private readOf(portions: readonly SpeechPortion<SpeakerReading>[]): OverallEmotion | undefined {
    const weighted = weightedBySpeech(portions);
    if (weighted === undefined) return undefined;
    const { speechMs, mean } = weighted;
    if (mean((_, portion) => speechShare(portion)) < this.uncertainBelow) return undefined;
    return {
      speechMs,
      probabilities: Object.fromEntries(
        LABELS.map((label) => [label, mean(({ emotion }) => emotion.probabilities[label])]),
      ) as Record<EmotionLabel, number>,
      dimensions: {
        valence: mean(({ dimensions }) => dimensions.valence),
        arousal: mean(({ dimensions }) => dimensions.arousal),
        dominance: mean(({ dimensions }) => dimensions.dominance),
      },
      signals: {
        engagement: mean(({ signals }) => signals.engagement),
        stress: mean(({ signals }) => signals.stress),
        certainty: mean(({ signals }) => signals.certainty),
        intensity: mean(({ signals }) => signals.intensity),
        escalation: mean(({ signals }) => signals.escalation),
      },
      uncertainBelow: this.uncertainBelow,
      trust: mean(believed),
    };
  }
}

/** The confidence of a portion's label is never above the probability that it was speech. */
const believed = ({ emotion }: SpeakerReading, portion: SpeechPortion<SpeakerReading>): number => {
  const leading = Math.max(...LABELS.map((label) => emotion.probabilities[label]));
  return Math.min(emotion.trust, speechShare(portion) / leading);
};

/** The likeliest label. Below the model's floor it is still given, but flagged as uncertain. */
export const leadingEmotion = ({
  probabilities,
  uncertainBelow,
  trust,
}: Pick<OverallEmotion, 'probabilities' | 'uncertainBelow' | 'trust'>): LeadingEmotion =>
  leadingLabel(
    LABELS.map((label) => probabilities[label]),
    uncertainBelow,
    trust,
  );
