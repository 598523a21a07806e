import type { Agreement } from './agreement.js';
import type { Brevity } from './brevity.js';
import type { Dimensions } from './model-metadata.js';
import type { Strangeness } from './strangeness.js';

/**
 * A head of the linear-Gaussian classifier: classes as Gaussians behind the shift of a line and a voice,
 * `x = class mean + shift + rest`, in coordinates in which the rest has unit variance and shifts are independent.
 *
 * Prince & Elder 2007, "Probabilistic linear discriminant analysis for inferences about identity", with two roles
 * exchanged: what is recognized and what is removed.
 */
export interface GaussianHead {
  /** `shared` for every line, else the corpus whose lines it was fitted on. */
  readonly name: string;
  /** Where its part of the embedding starts. */
  readonly start: number;
  /** Numbers of the embedding that it reads. */
  readonly size: number;
  /** Which of the model's classes it knows: indices into `classes` of the metadata. */
  readonly classes: readonly number[];
  /** [classes][size] the classes' means. */
  readonly means: readonly (readonly number[])[];
  /** [size] variance of what a line always sounds like, around 0. */
  readonly line: readonly number[];
  /** [size] variance of a voice's shift around its line's. */
  readonly voice: readonly number[];
  /** [size] variance of a class's mean from line to line. */
  readonly disagreement: readonly number[];
  /** Divides the classes' log likelihoods. */
  readonly temperature: number;
  /** Divides the logarithms of the reported probabilities; fitted on speakers and corpora that were left out. */
  readonly calibration: number;
  /** For every head except the shared one: how its line sounds in the shared head's part of the embedding. */
  readonly gate?: GaussianGate;
}

/** How the line sounds on which a head was fitted: whether what is heard comes from such a line. */
export interface GaussianGate {
  /** [shared size] */
  readonly mean: readonly number[];
  /** [shared size] */
  readonly variance: readonly number[];
  /** Evidence, in nats per clip above any line's, from which on this head is trusted more than the shared one. */
  readonly least: number;
}

/**
 * Somebody in one mood all along sounds like somebody whose voice is so. Only clips that were told apart (by the mutual
 * information of clips and classes) say what stays the same when a mood changes.
 */
export interface ToldApart {
  /** Variance that the mean of clips has while none was told from another. */
  readonly variance: number;
  /** Mutual information, nats, from which most of this variance is gone. */
  readonly nats: number;
}

/** Lines that are alike are read by their heads together: no single clip decides which one is asked. */
export interface KnownShare {
  /** Nats of a line's mean evidence by which one head has e times another's say. */
  readonly slope: number;
  /** Heads of less say than this are not asked, 0 to 1. */
  readonly least: number;
}

/** The `classifier` of a model's metadata. */
export interface LinearGaussian {
  /** Which form of classifier this is. */
  readonly kind: 'linear-gaussian/1';
  /** The shared one first. */
  readonly heads: readonly [GaussianHead, ...GaussianHead[]];
  /** [shared size] variance of the shared head's part of the embedding over all lines in general. */
  readonly anything: readonly number[];
  /** Slope of the gates, nats. */
  readonly gateSlope: number;
  /** How heads of known lines share their say. Absent where there is the shared head alone. */
  readonly share?: KnownShare;
  /** What the agreement of both readers says about how often this one is right on a line. Without it, nothing. */
  readonly agreement?: Agreement;
  /** How much less sure it is of the first clips on a line that is not known. Without it, as sure as later. */
  readonly strange?: Strangeness;
  /** A clip of `clipSeconds` or more has full weight in the baseline; shorter ones count in proportion. */
  readonly clipWeight: number;
  /** Seconds of speech from which on a clip has full weight. */
  readonly clipSeconds: number;
  /**
   * Divides the log posteriors of the classes by which a clip teaches its line and voice, 1 or more. A clip of an unknown line is
   * often judged wrongly and surely; what it teaches must not depend on one guess.
   */
  readonly doubt: number;
  /** When what a line or a voice always sounds like is told from a mood that lasts. Without it, always. */
  readonly apart?: ToldApart;
  /** What speech that has just begun still lacks. Without it, nothing. */
  readonly brief?: Brevity;
  /**
   * [3][shared size] how valence, arousal and dominance grow with the shared head's coordinates. It is used to remove a
   * shift from them.
   */
  readonly vad: readonly [readonly number[], readonly number[], readonly number[]];
}

/** How much likelier an embedding is on each known line than on any line, nats, for every head except the shared one. */
export type LineEvidence = (embedding: ArrayLike<number>) => number[];

/** Every stream asks for that of the same classifier. */
const evidences = new WeakMap<LinearGaussian, LineEvidence>();

/** The gates of a classifier, with their logarithms and divisions done once. */
export const lineEvidence = (classifier: LinearGaussian): LineEvidence => {
  const known = evidences.get(classifier);
  if (known !== undefined) return known;
  const [{ start }, ...others] = classifier.heads;
  const atLarge = normal(undefined, classifier.anything, start);
  const gates = others.map(({ gate }) => gate && normal(gate.mean, gate.variance, start));
  const evidence: LineEvidence = (embedding) => {
    const anywhere = atLarge(embedding);
    return gates.map((gate) => (gate === undefined ? -Infinity : gate(embedding) - anywhere));
  };
  evidences.set(classifier, evidence);
  return evidence;
};

/** Log density of independent normals, without the constant, of the numbers from `start` on. */
const normal = (
  mean: readonly number[] | undefined,
  variance: readonly number[],
  start: number,
): ((x: ArrayLike<number>) => number) => {
  const center = Float64Array.from(variance, (_, d) => mean?.[d] ?? 0);
  const precision = Float64Array.from(variance, (spread) => 1 / spread);
  const constant = variance.reduce((sum, spread) => sum + Math.log(spread), 0);
  return (x) => {
    let sum = 0;
    for (let d = 0; d < precision.length; d++) {
      const off = (x[start + d] ?? 0) - (center[d] ?? 0);
      sum += off * off * (precision[d] ?? 0);
    }
    // Begun with the constant, each partial sum was an object on the heap.
    return -0.5 * (constant + sum);
  };
};

/**
 * Posterior of a head's classes for one clip.
 *
 * @param embedding of the model; the head reads its part of it
 * @param shift mean of the estimate of the voice's shift
 * @param doubt variance of that estimate
 */
export const classPosterior = (
  head: GaussianHead,
  embedding: ArrayLike<number>,
  shift: ArrayLike<number>,
  doubt: ArrayLike<number>,
): Float64Array => {
  const logits = new Float64Array(head.classes.length);
  let largest = -Infinity;
  for (let c = 0; c < logits.length; c++) {
    const mean = head.means[c] ?? [];
    let sum = 0;
    for (let d = 0; d < head.size; d++) {
      const off = (embedding[head.start + d] ?? 0) - (shift[d] ?? 0) - (mean[d] ?? 0);
      sum += (off * off) / (1 + (doubt[d] ?? 0) + (head.disagreement[d] ?? 0));
    }
    logits[c] = (-0.5 * sum) / head.temperature;
    largest = Math.max(largest, logits[c] ?? 0);
  }
  let total = 0;
  for (let c = 0; c < logits.length; c++) total += logits[c] = Math.exp((logits[c] ?? 0) - largest);
  for (let c = 0; c < logits.length; c++) logits[c] = (logits[c] ?? 0) / total;
  return logits;
};

/** V/A/D without the part that the shift of the shared head adds, each -1 to 1. */
export const withoutShift = (
  { vad }: LinearGaussian,
  heard: ArrayLike<number>,
  shift: ArrayLike<number>,
): Dimensions => {
  const rest = (dimension: 0 | 1 | 2): number => {
    let value = heard[dimension] ?? 0;
    const slope = vad[dimension];
    for (let d = 0; d < slope.length; d++) value -= (slope[d] ?? 0) * (shift[d] ?? 0);
    return Math.min(1, Math.max(-1, value));
  };
  return [rest(0), rest(1), rest(2)];
};
