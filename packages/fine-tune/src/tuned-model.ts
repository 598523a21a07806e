import {
  Baseline,
  type BaselineState,
  type Heard,
  type LinearGaussian,
  type ShiftState,
} from '@undertone/model';
import { type Artifact, ArtifactError } from './artifact.js';
import type { ReaderName } from './example.js';
import { classifierOf, readerBaseOf, stateOf, toldApart } from './head.js';
import type { TunedLabel } from './labels.js';

/** What a worker needs of an artifact. */
export type Tuning = Pick<Artifact, 'labels' | 'heads'>;

/** Probabilities of a tuned model's labels, split by where they go. */
export interface Told {
  /** One for each class of the base model: that of the labels that stand for a class. */
  readonly classes: readonly number[];
  /** Labels of the interface specification that the customer's labels are told as, with their probability. */
  readonly own: readonly { readonly as: string; readonly probability: number }[];
}

/** A tuned model in use: judges the readers' embeddings behind the same kind of baseline as the base model. */
export class TunedModel {
  constructor(private readonly tuning: Tuning) {}

  /** What it tells apart, in the order of every head's means. */
  get labels(): readonly TunedLabel[] {
    return this.tuning.labels;
  }

  /**
   * A line's baseline for one reader.
   *
   * @param known what the base model's shared head knows of the line from earlier calls. Without it the line is expected
   *   to sound like that of the samples
   * @returns undefined where the model has no head for this reader: it is then left to the base model
   * @throws ArtifactError for a head of another size than the reader's
   */
  baseline(reader: ReaderName, classifier: LinearGaussian, known?: BaselineState): Baseline | undefined {
    const head = this.tuning.heads[reader];
    if (head === undefined) return undefined;
    const base = readerBaseOf(classifier);
    if (head.line.precision.length !== base.head.size) {
      throw new ArtifactError('the head was trained on another reader');
    }
    const shared = known?.heads[0];
    const state =
      known === undefined || shared === undefined || known.lineSeconds <= 0
        ? stateOf(head.line, this.labels.length)
        : { ...known, gaps: [], heads: [this.inOwnLabels(shared)] };
    return new Baseline(classifierOf(base, head), this.labels.length, state);
  }

  /** The base model's classes are not the tuned model's labels; what was told apart in those is so in these. */
  private inOwnLabels({ voices, heard, ...shift }: ShiftState): ShiftState {
    const told = ({ count }: Heard): Heard => toldApart(this.labels.length, count);
    const own = Object.entries(voices).map(([name, voice]) => [name, { ...voice, ...told(voice) }] as const);
    return { ...shift, heard: told(heard), voices: Object.fromEntries(own) };
  }

  /**
   * The probabilities of the labels, for the interface specification: the customer's labels go to the label they are told
   * as, the others are the base model's classes.
   */
  tell(probabilities: ArrayLike<number>, classCount: number): Told {
    const classes = new Array<number>(classCount).fill(0);
    const own: { as: string; probability: number }[] = [];
    this.labels.forEach(({ kind, base, as }, place) => {
      const probability = probabilities[place] ?? 0;
      if (kind === 'kept' && base !== undefined) classes[base] = (classes[base] ?? 0) + probability;
      else own.push({ as, probability });
    });
    return { classes, own };
  }
}
