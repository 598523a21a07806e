import { LABELS, UNCERTAIN, type Directive } from '@undertone/protocol';
import type { Texts } from '../text/texts.js';

/** 0: the relay itself marks as `uncertain` what is below the model's floor. A page may set a higher floor. */
export const DEFAULT_FLOOR = 0;

/** One row of the list of all emotions. */
export interface EmotionRow {
  readonly label: string;
  readonly name: string;
  readonly probability: number;
  readonly percent: string;
  readonly derived: boolean;
  readonly top: boolean;
}

/** What the emotion element shows. */
export interface EmotionView {
  /** The emotion's name, or the word for uncertain. */
  readonly title: string;
  readonly uncertain: boolean;
  /** Whether the label is not the model's own but split from a broader one. */
  readonly derived: boolean;
  readonly confidence: number | undefined;
  readonly confidenceText: string;
  /** What lowered the confidence, in a few words; empty when nothing did. */
  readonly doubts: string;
  /** Why it is uncertain, with the closest label; empty otherwise. */
  readonly note: string;
  readonly rows: readonly EmotionRow[];
  /** Position in the plane of mood (valence) and energy (arousal), each from -1 to 1. */
  readonly point: { readonly valence: number; readonly arousal: number } | undefined;
}

/**
 * Puts a directive into words.
 *
 * @param directive The newest directive with speech.
 * @param modelLabels Labels that the model outputs itself. Empty when they are not known: then no label is marked as derived.
 * @param floor Confidence from 0 to 1 below which the emotion is shown as uncertain.
 */
export const emotionView = (
  directive: Directive,
  modelLabels: readonly string[],
  floor: number,
  texts: Texts,
): EmotionView => {
  const probabilities = directive.emotionProbabilities;
  const closest = topLabel(probabilities);
  const { emotion, confidence } = directive;
  const uncertain =
    emotion === undefined || emotion === UNCERTAIN || (confidence !== undefined && confidence < floor);
  const isDerived = (label: string): boolean => modelLabels.length > 0 && !modelLabels.includes(label);
  return {
    title: texts.emotion(uncertain ? UNCERTAIN : emotion),
    uncertain,
    derived: !uncertain && isDerived(emotion),
    confidence,
    confidenceText:
      confidence === undefined
        ? ''
        : texts.text('emotion.confidenceValue', { percent: texts.percent(confidence) }),
    doubts: doubtsOf(directive, texts),
    note:
      uncertain && closest !== undefined
        ? texts.text('emotion.belowFloor', { label: texts.emotion(closest) })
        : '',
    rows: LABELS.filter((label) => probabilities[label] !== undefined).map((label) => ({
      label,
      name: texts.emotion(label),
      probability: probabilities[label] ?? 0,
      percent: texts.percent(probabilities[label] ?? 0),
      derived: isDerived(label),
      top: label === (uncertain ? closest : emotion),
    })),
    point:
      directive.valence === undefined || directive.arousal === undefined
        ? undefined
        : { valence: directive.valence, arousal: directive.arousal },
  };
};

/** Leaves out a reason that this version does not know: its code means nothing to an agent. */
const doubtsOf = ({ quality }: Directive, texts: Texts): string => {
  const reasons = quality.doubts
    .map((doubt) => texts.textOr(`doubt.${doubt}`, ''))
    .filter((word) => word !== '');
  return reasons.length === 0 ? '' : texts.text('emotion.doubts', { reasons: reasons.join(', ') });
};

const topLabel = (probabilities: Readonly<Record<string, number>>): string | undefined => {
  let best: string | undefined;
  let bestProbability = 0;
  for (const [label, probability] of Object.entries(probabilities)) {
    if (probability > bestProbability) {
      best = label;
      bestProbability = probability;
    }
  }
  return best;
};
