import type { Artifact } from './artifact.js';
import { applyHead, type Head } from './head.js';

/** The base model's output for the same moment. */
export interface BaseReading {
  readonly embedding: ArrayLike<number>;
  /** Probability of each trained class, in the model's order. */
  readonly classes: ArrayLike<number>;
  /** Probability of each label of the interface specification. */
  readonly labels: Readonly<Record<string, number>>;
}

/** The base model cannot rule out a label with less probability than this. */
const LEAST = 1e-6;

/** The base model's log probability of each of the artifact's labels. */
export const baseOf = (
  labels: Artifact['labels'],
  { classes, labels: probabilities }: Pick<BaseReading, 'classes' | 'labels'>,
): number[] =>
  labels.map(({ base }) =>
    Math.log(Math.max(LEAST, (base.kind === 'class' ? classes[base.index] : probabilities[base.label]) ?? 0)),
  );

/** A customer's model in use: a few thousand multiplications, compared with half a million in the network. */
export class TunedModel {
  private readonly head: Head;

  constructor(private readonly artifact: Pick<Artifact, 'labels' | 'head'>) {
    this.head = { ...artifact.head, labels: artifact.labels.map(({ name }) => name) };
  }

  get embeddingSize(): number {
    return this.head.mean.length;
  }

  /** Probability of each of the customer's labels, in the artifact's order. */
  read(reading: BaseReading): number[] {
    return applyHead(this.head, reading.embedding, baseOf(this.artifact.labels, reading));
  }

  /**
   * The same probabilities as labels of the interface specification: each label's probability goes to the
   * label it is reported as.
   */
  tell<L extends string>(probabilities: readonly number[], labels: readonly L[]): Record<L, number> {
    const told = Object.fromEntries(labels.map((label) => [label, 0])) as Record<L, number>;
    this.artifact.labels.forEach(({ as }, k) => {
      const label = labels.find((each) => each === as);
      if (label !== undefined) told[label] += probabilities[k] ?? 0;
    });
    return told;
  }
}
