/**
 * How sure a reader is on lines that are not known says little about how often it is right there. How often another reader tells
 * the same says it: over lines, the accuracy of one grows with their agreement along one curve, whatever the line.
 *
 * Baek et al. 2022, "Agreement-on-the-line: predicting the performance of neural networks under distribution shift"; Jiang et al.
 * 2022, "Assessing generalization of SGD via disagreement".
 */
export interface Agreement {
  /** Share of clips that both readers tell alike on a line of which nothing is known, 0 to 1. */
  readonly usual: number;
  /** Clips that this expectation counts as, and again what a line's clips say of those of one class. */
  readonly clips: number;
  /** Where `a` of the clips are told alike, `logistic(intercept + slope * logit(a))` of them are told rightly. */
  readonly intercept: number;
  /** See `intercept`. */
  readonly slope: number;
  /** How far what is told is brought near to that, 0 to 1. On a line in one mood, all of it would raise too many rare alarms. */
  readonly strength: number;
}

/** Clips of a line that both readers have heard, by the class that this one told; each list is as long as the model's classes. */
export interface Compared {
  /** How many there were. */
  readonly clips: readonly number[];
  /** How many of them the other reader told alike. */
  readonly agreed: readonly number[];
  /** Sums of this reader's probabilities of that class, before they were corrected. */
  readonly confidence: readonly number[];
}

/** Of a line on which readers were not compared. */
export const nothingCompared = (classCount: number): Compared => {
  const none = new Array<number>(classCount).fill(0);
  return { clips: none, agreed: none, confidence: none };
};

/** One more clip. */
export const withClip = (
  { clips, agreed, confidence }: Compared,
  told: number,
  clip: { readonly isAlike: boolean; readonly confidence: number },
): Compared => {
  const add = (sums: readonly number[], value: number): number[] =>
    sums.map((sum, c) => (c === told ? sum + value : sum));
  return {
    clips: add(clips, 1),
    agreed: add(agreed, clip.isAlike ? 1 : 0),
    confidence: add(confidence, clip.confidence),
  };
};

/** By how much the logit of a told class is too low on a line: above 0 where the reader is right more often than it says. */
export const logitShift = (agreement: Agreement, compared: Compared, told: number): number => {
  const { usual, clips, intercept, slope, strength } = agreement;
  const rightly = (agreed: number): number => intercept + slope * logit(agreed);
  const [all, allAgreed, allSure] = [compared.clips, compared.agreed, compared.confidence].map(sumOf);
  const onLine = clips + (all ?? 0);
  const agreed = (clips * usual + (allAgreed ?? 0)) / onLine;
  const sure = (clips * logistic(rightly(usual)) + (allSure ?? 0)) / onLine;
  const ofClass = clips + (compared.clips[told] ?? 0);
  const agreedOfClass = (clips * agreed + (compared.agreed[told] ?? 0)) / ofClass;
  const sureOfClass = (clips * sure + (compared.confidence[told] ?? 0)) / ofClass;
  return strength * (rightly(agreedOfClass) - logit(sureOfClass));
};

/**
 * Moves the logit of the likeliest class, and the other classes in proportion. It stays the likeliest.
 *
 * @param probabilities of each class, summing to 1
 */
export const moveLeading = (probabilities: Float64Array, by: number): Float64Array => {
  const leading = leadingOf(probabilities);
  const first = probabilities[leading] ?? 0;
  const second = probabilities.reduce((most, value, c) => (c === leading ? most : Math.max(most, value)), 0);
  const factor = Math.max(Math.exp(by), (LEAD * second) / first);
  const total = 1 + (factor - 1) * first;
  return probabilities.map((value, c) => (c === leading ? value * factor : value) / total);
};

/** How far the likeliest class stays before the next: a tie would be decided by rounding. */
const LEAD = 1 + 1e-6;

/** The first of the likeliest classes. */
export const leadingOf = (probabilities: Float64Array): number =>
  probabilities.reduce((best, value, c) => (value > (probabilities[best] ?? 0) ? c : best), 0);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Of agreements and confidences, which may be 0 or 1 where there are few clips. */
const LEAST = 1e-3;
const logit = (share: number): number => {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, share));
  return Math.log(inside / (1 - inside));
};
const logistic = (value: number): number => 1 / (1 + Math.exp(-value));
