import { LABELS, type EmotionLabel, UNCERTAIN } from '@undertone/protocol';
import type { Dimensions } from '../analysis.js';
import type { Signals } from '../signals.js';
import { leadingLabel } from '../smoothing.js';
import type { VoiceReading } from '../voice.js';

/**
 * Speech that one reading stands for, ms. The model remembers about 3 s: the reading at the end of 4 s still speaks for
 * all of them, and none is counted twice.
 */
const PORTION_MS = 4_000;

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
export interface OpinionState {
  readonly portions: readonly Portion[];
  readonly open: Portion | undefined;
  readonly stretch: number;
  readonly evidenceMs: number;
  readonly uncertainBelow: number;
}

export interface Portion {
  /** Which stretch of speech it belongs to: the model begins each one afresh. */
  stretch: number;
  speechMs: number;
  reading: VoiceReading;
}

/**
 * Collects the smoothed readings of a recording. A sentence's reading is the one at its end, when the model has heard
 * all of it, as the last directive of a stream says it; a longer recording's is the mean over its sentences and, within
 * long ones, over portions of {@link PORTION_MS}, weighted by speech. So the order of what was said does not matter.
 */
export class OpinionTally {
  private readonly portions: Portion[] = [];
  private open: Portion | undefined;
  private stretch = 0;
  private evidenceMs = 0;
  private uncertainBelow = 0;

  /** Takes the smoothed reading after `speechMs` more of speech, and the audio behind it since its stretch began. */
  add(speechMs: number, reading: VoiceReading, evidenceMs: number, uncertainBelow: number): void {
    this.uncertainBelow = uncertainBelow;
    if (evidenceMs < this.evidenceMs) {
      this.close();
      this.stretch++;
    }
    this.evidenceMs = evidenceMs;
    this.open = { stretch: this.stretch, speechMs: (this.open?.speechMs ?? 0) + speechMs, reading };
    if (this.open.speechMs >= PORTION_MS) this.close();
  }

  get isEmpty(): boolean {
    return this.portions.length === 0 && this.open === undefined;
  }

  snapshot(): OpinionState {
    const { portions, open, stretch, evidenceMs, uncertainBelow } = this;
    return {
      stretch,
      evidenceMs,
      uncertainBelow,
      portions: portions.map((portion) => ({ ...portion })),
      open: open && { ...open },
    };
  }

  /** @param state as {@link snapshot} gave it, also after a way through JSON */
  static restore({ portions, open, stretch, evidenceMs, uncertainBelow }: OpinionState): OpinionTally {
    const tally = new OpinionTally();
    tally.portions.push(...portions.map((portion) => ({ ...portion })));
    tally.open = open && { ...open };
    Object.assign(tally, { stretch, evidenceMs, uncertainBelow });
    return tally;
  }

  /** Undefined before the first reading. */
  read(): Opinion | undefined {
    const portions = this.settled();
    const speechMs = portions.reduce((sum, portion) => sum + portion.speechMs, 0);
    if (speechMs === 0) return undefined;
    const mean = (value: (reading: VoiceReading) => number): number =>
      portions.reduce((sum, portion) => sum + portion.speechMs * value(portion.reading), 0) / speechMs;
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

  private close(): void {
    const { open, portions } = this;
    this.open = undefined;
    if (open === undefined) return;
    const last = portions.at(-1);
    // A short rest of a stretch has no say of its own: its reading, which knows more, speaks for both.
    if (last?.stretch === open.stretch && open.speechMs < PORTION_MS / 2) {
      portions[portions.length - 1] = { ...open, speechMs: last.speechMs + open.speechMs };
    } else portions.push(open);
  }

  private settled(): readonly Portion[] {
    const copy = new OpinionTally();
    copy.portions.push(...this.portions);
    copy.open = this.open;
    copy.close();
    return copy.portions;
  }
}

export interface LeadingEmotion {
  readonly emotion: EmotionLabel;
  readonly confidence: number;
  readonly uncertain: boolean;
}

/** The likeliest label. Below the model's floor it is still told, as uncertain. */
export const leadingEmotion = ({
  probabilities,
  uncertainBelow,
  trust,
}: Pick<Opinion, 'probabilities' | 'uncertainBelow' | 'trust'>): LeadingEmotion => {
  const values = LABELS.map((label) => probabilities[label]);
  const { confidence, emotion } = leadingLabel(values, 0, trust);
  if (emotion === UNCERTAIN) throw new RangeError('no label leads');
  return { emotion, confidence, uncertain: confidence < uncertainBelow };
};
