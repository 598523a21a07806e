import { LABELS, type EmotionLabel } from '@undertone/protocol';
import type { Dimensions } from '../analysis.js';
import type { Signals } from '../signals.js';
import { Portions, type PortionsState, weightedBySpeech } from '../portions.js';
import { leadingLabel, type LeadingEmotion } from '../told-label.js';
import type { VoiceReading } from '../voice.js';

/** How somebody sounded over a stretch of time, as the mean of what was said about its parts. */
export interface Opinion {
  readonly speechMs: number;
  readonly probabilities: Readonly<Record<EmotionLabel, number>>;
  readonly dimensions: Dimensions;
  readonly signals: Signals;
  /** The model's own floor: below it the leading label means little. */
  readonly uncertainBelow: number;
  /** What a probability is multiplied with to be a confidence: how far the audio can be believed, 0 to 1. */
  readonly trust: number;
}

/** A tally as plain data. */
export interface OpinionState extends PortionsState<VoiceReading> {
  readonly uncertainBelow: number;
}

/**
 * Collects the smoothed readings of a recording. A sentence's reading is the one at its end, when the model has heard
 * all of it, as the last directive of a stream says it; a longer recording's is the mean over its sentences and, within
 * long ones, over their {@link Portions}, weighted by speech. So the order of what was said does not matter.
 */
export class OpinionTally {
  constructor(
    private readonly portions = new Portions<VoiceReading>(),
    private uncertainBelow = 0,
  ) {}

  /** @param state as {@link snapshot} gave it, also after a way through JSON */
  static restore({ uncertainBelow, ...portions }: OpinionState): OpinionTally {
    return new OpinionTally(new Portions(portions), uncertainBelow);
  }

  /** Takes the smoothed reading after `speechMs` more of speech, and the audio behind it since its stretch began. */
  add(speechMs: number, reading: VoiceReading, evidenceMs: number, uncertainBelow: number): void {
    this.uncertainBelow = uncertainBelow;
    this.portions.add(speechMs, evidenceMs, reading);
  }

  get isEmpty(): boolean {
    return this.portions.isEmpty;
  }

  snapshot(): OpinionState {
    return { ...this.portions.snapshot(), uncertainBelow: this.uncertainBelow };
  }

  /** Undefined before the first reading. */
  read(): Opinion | undefined {
    const weighted = weightedBySpeech(this.portions.settled());
    if (weighted === undefined) return undefined;
    const { speechMs, mean } = weighted;
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
      trust: mean(({ emotion }) => emotion.trust),
    };
  }
}

/** The likeliest label. Below the model's floor it is still told, as uncertain. */
export const leadingEmotion = ({
  probabilities,
  uncertainBelow,
  trust,
}: Pick<Opinion, 'probabilities' | 'uncertainBelow' | 'trust'>): LeadingEmotion =>
  leadingLabel(
    LABELS.map((label) => probabilities[label]),
    uncertainBelow,
    trust,
  );
