import { type Compared, leadingOf, logitShift, moveLeading, nothingCompared, withClip } from './agreement.js';
import { asWhole, temperatureOf } from './brevity.js';
import { DoubleRoom } from './double-room.js';
import { type LinearGaussian, type LineEvidence, classPosterior, lineEvidence } from './linear-gaussian.js';
import { doublesOfVoice, ShiftBook, type ShiftState } from './shift-book.js';
import { softeningOf } from './strangeness.js';

/** What is known about a line and its voices: plain numbers, no audio. It fits one model and version only. */
export interface BaselineState {
  /** Amount of audio heard, in clips. */
  readonly count: number;
  /** Sums of the evidence for each head except the shared one. */
  readonly gaps: readonly number[];
  /** One of each head. */
  readonly heads: readonly ShiftState[];
  /** What both readers told of the line's clips. */
  readonly compared: Compared;
  /** Seconds of speech heard on the line. */
  readonly lineSeconds: number;
  /** Seconds of speech of each voice, by its name. */
  readonly voiceSeconds: Readonly<Record<string, number>>;
}

/** The classes of one clip, judged with what was known before it. */
export interface Judgement {
  /** One for each class of the metadata, summing to 1. */
  readonly probabilities: Float64Array;
  /** The likeliest class's probability before it was brought near to how often the reader is right on such a line. */
  readonly confidence: number;
  /** Each head's own posterior of its classes. It is computed when somebody asks, because most clips teach nothing. */
  readonly own: () => readonly Float64Array[];
  /** The clip's evidence for each head except the shared one, nats. */
  readonly gaps: readonly number[];
  /** Each head's part of the probabilities, the shared head's first, summing to 1. */
  readonly shares: Float64Array;
  /** The clip's embedding as that of a whole utterance, of which all this is. */
  readonly whole: ArrayLike<number>;
  /** [shared size] what was subtracted in the shared head's coordinates: the voice's shift, and what a brief clip lacks. */
  readonly shift: Float64Array;
}

/**
 * What a line and each of its voices always sound like. It is learned without labels, from the first clip on.
 *
 * Each clip updates this knowledge by the part of its sound that its probable class does not explain (expectation
 * maximization, one step per clip: Neal & Hinton 1998, "A view of the EM algorithm that justifies incremental, sparse,
 * and other variants"). The arithmetic is that of training/baseline.py.
 */
export class Baseline {
  private readonly books: readonly ShiftBook[];
  private count: number;
  private readonly gaps: number[];
  private compared: Compared;
  private heardSeconds: number;
  private readonly voiceSeconds: Map<string, number>;
  private readonly evidence: LineEvidence;

  /**
   * @param classifier of the model's metadata
   * @param classCount of the model
   * @param state from {@link snapshot}, also after a conversion to JSON and back; without it nothing is known
   */
  constructor(
    private readonly classifier: LinearGaussian,
    private readonly classCount: number,
    state?: BaselineState,
  ) {
    this.evidence = lineEvidence(classifier);
    const room = new DoubleRoom(classifier.heads.reduce((sum, head) => sum + doublesOfVoice(head), 0));
    this.books = classifier.heads.map(
      (head, index) => new ShiftBook(head, classifier.apart, state?.heads[index], room),
    );
    this.count = state?.count ?? 0;
    this.gaps = classifier.heads.slice(1).map((_, index) => state?.gaps[index] ?? 0);
    this.compared = state?.compared ?? nothingCompared(classCount);
    this.heardSeconds = state?.lineSeconds ?? 0;
    this.voiceSeconds = new Map(Object.entries(state?.voiceSeconds ?? {}));
  }

  /**
   * Judges a clip with what is known; changes nothing.
   *
   * @param embedding of the model, at the clip's end
   * @param voice the speaker: any name, the same for the same person
   * @param seconds of speech in it
   */
  judge(embedding: ArrayLike<number>, voice: string, seconds: number): Judgement {
    const { heads, brief } = this.classifier;
    const whole = asWhole(brief, embedding, seconds);
    const posteriors: (Float64Array | undefined)[] = [];
    const ownOf = (index: number): Float64Array =>
      (posteriors[index] ??= this.posterior(index, whole, voice));
    const gaps = this.evidence(whole);
    const shares = this.sharesOf(gaps, this.weight(seconds));
    const probabilities = this.mix(ownOf, shares, temperatureOf(brief, seconds));
    return {
      probabilities: this.corrected(probabilities, shares[0] ?? 0),
      confidence: Math.max(...probabilities),
      own: () => heads.map((_, index) => ownOf(index)),
      gaps,
      shares,
      whole,
      shift: this.subtracted(embedding, whole, voice),
    };
  }

  /**
   * Adds a judged clip to what is known about its voice and its line.
   *
   * @param judged the clip's judgement, whose `own` is of the knowledge at this moment
   */
  hear(voice: string, seconds: number, judged: Judgement): void {
    const weight = this.weight(seconds);
    this.count += weight;
    this.heardSeconds += seconds;
    this.voiceSeconds.set(voice, (this.voiceSeconds.get(voice) ?? 0) + seconds);
    judged.gaps.forEach((gap, index) => (this.gaps[index] = (this.gaps[index] ?? 0) + weight * gap));
    const own = judged.own();
    this.classifier.heads.forEach((head, index) => {
      const rest = slice(judged.whole, head.start, head.size);
      const posterior = own[index] ?? [];
      softened(posterior, this.classifier.doubt).forEach((probability, c) => {
        const mean = head.means[c] ?? [];
        for (let d = 0; d < head.size; d++) rest[d] = (rest[d] ?? 0) - probability * (mean[d] ?? 0);
      });
      this.books[index]?.hear(voice, { rest, posterior, weight });
    });
  }

  /**
   * Adds what both readers told of a clip: how often they agree says how often this one is right.
   *
   * @param judged by this reader
   * @param other the other reader's probabilities of the same classes
   */
  compare(
    { probabilities, confidence }: Pick<Judgement, 'probabilities' | 'confidence'>,
    other: Float64Array,
  ): void {
    const told = leadingOf(probabilities);
    this.compared = withClip(this.compared, told, { isAlike: told === leadingOf(other), confidence });
  }

  /** Seconds of speech heard on the line. */
  get lineSeconds(): number {
    return this.heardSeconds;
  }

  /** Seconds of speech heard on the line, and from a voice. */
  known(voice: string): { readonly lineSeconds: number; readonly voiceSeconds: number } {
    return { lineSeconds: this.heardSeconds, voiceSeconds: this.voiceSeconds.get(voice) ?? 0 };
  }

  /** All that it knows, as plain data; what it hears later changes nothing of that. */
  snapshot(): BaselineState {
    return {
      count: this.count,
      gaps: [...this.gaps],
      heads: this.books.map(({ state }) => state),
      compared: this.compared,
      lineSeconds: this.heardSeconds,
      voiceSeconds: Object.fromEntries(this.voiceSeconds),
    };
  }

  private subtracted(embedding: ArrayLike<number>, whole: ArrayLike<number>, voice: string): Float64Array {
    const { start } = this.classifier.heads[0];
    const mean = this.books[0]?.of(voice).mean ?? new Float64Array(0);
    if (whole === embedding) return mean;
    return mean.map((value, d) => value + (embedding[start + d] ?? 0) - (whole[start + d] ?? 0));
  }

  private weight(seconds: number): number {
    const { clipWeight, clipSeconds } = this.classifier;
    return clipWeight * Math.min(1, Math.max(LEAST_SECONDS, seconds) / clipSeconds);
  }

  private posterior(index: number, embedding: ArrayLike<number>, voice: string): Float64Array {
    const head = this.classifier.heads[index];
    const book = this.books[index];
    if (head === undefined || book === undefined) return new Float64Array(0);
    const { mean, variance } = book.of(voice);
    return classPosterior(head, embedding, mean, variance);
  }

  /** How likely the line is among the known ones, as far as each one's gate is open; the shared head has the rest. */
  private sharesOf(gaps: readonly number[], weight: number): Float64Array {
    const { heads, gateSlope, share } = this.classifier;
    const shares = new Float64Array(heads.length);
    if (share === undefined) {
      shares[0] = 1;
      return shares;
    }
    const evidence = (index: number): number =>
      ((this.gaps[index] ?? 0) + weight * (gaps[index] ?? 0)) / (this.count + weight);
    let most = -Infinity;
    for (let index = 0; index < gaps.length; index++) most = Math.max(most, evidence(index));
    const likely = (index: number): number => Math.exp((evidence(index) - most) / share.slope);
    let total = 0;
    for (let index = 0; index < gaps.length; index++) total += likely(index);
    let known = 0;
    for (let index = 0; index < gaps.length; index++) {
      const least = heads[index + 1]?.gate?.least ?? Infinity;
      const open = 1 / (1 + Math.exp(-(evidence(index) - least) / gateSlope));
      const own = (open * likely(index)) / total;
      if (own < share.least) continue;
      shares[index + 1] = own;
      known += own;
    }
    // By rounding, the others may have a little more than all.
    shares[0] = Math.max(0, 1 - known);
    return shares;
  }

  /** Known lines are calibrated already: the less known a line is, the more its readers' agreement counts. */
  private corrected(probabilities: Float64Array, unknown: number): Float64Array {
    const { agreement } = this.classifier;
    if (agreement === undefined) return probabilities;
    const shift = logitShift(agreement, this.compared, leadingOf(probabilities));
    return moveLeading(probabilities, unknown * shift);
  }

  /** The heads' classes in the model's order, by their shares, calibrated; softer where little was heard, of the clip or of its line. */
  private mix(
    ownOf: (index: number) => Float64Array,
    shares: Float64Array,
    temperature: number,
  ): Float64Array {
    const probabilities = new Float64Array(this.classCount);
    const { strange, clipWeight, heads } = this.classifier;
    let calibration = softeningOf(strange, shares[0] ?? 0, this.count / clipWeight);
    heads.forEach((head, index) => {
      const share = shares[index] ?? 0;
      calibration += share * head.calibration;
      if (share === 0) return;
      const own = ownOf(index);
      head.classes.forEach((c, place) => {
        probabilities[c] = (probabilities[c] ?? 0) + share * (own[place] ?? 0);
      });
    });
    let total = 0;
    for (let c = 0; c < probabilities.length; c++)
      total += probabilities[c] = (probabilities[c] ?? 0) ** (1 / (calibration * temperature));
    for (let c = 0; c < probabilities.length; c++) probabilities[c] = (probabilities[c] ?? 0) / total;
    return probabilities;
  }
}

/** A clip without length would have weight 0, and a division by this weight would give NaN. */
const LEAST_SECONDS = 0.01;

/** Probabilities whose logarithms are divided. */
const softened = (probabilities: ArrayLike<number>, by: number): Float64Array => {
  const soft = new Float64Array(probabilities.length);
  let total = 0;
  for (let c = 0; c < soft.length; c++) total += soft[c] = (probabilities[c] ?? 0) ** (1 / by);
  for (let c = 0; c < soft.length; c++) soft[c] = (soft[c] ?? 0) / total;
  return soft;
};

const slice = (embedding: ArrayLike<number>, start: number, size: number): Float64Array => {
  const part = new Float64Array(size);
  for (let d = 0; d < size; d++) part[d] = embedding[start + d] ?? 0;
  return part;
};
