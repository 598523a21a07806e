/** The output of the frozen network for a recording, at its end or before. */
export interface Reading {
  readonly embedding: readonly number[];
  /** The base model's log probability of each label of the data set, in the data set's order. */
  readonly base: readonly number[];
}

/** One labeled recording as the frozen network analyzed it. The audio itself is no longer needed. */
export interface Example {
  readonly id: string;
  readonly label: string;
  /** The speaker; undefined when the customer did not say. */
  readonly speaker: string | undefined;
  readonly seconds: number;
  /** After the whole recording: used to evaluate a head. */
  readonly reading: Reading;
  /** Before the end, because streams ask for an opinion before a sentence is over. Used only for training. */
  readonly early: readonly Reading[];
}

/** The training data of a head. */
export interface DataSet {
  readonly labels: readonly string[];
  readonly examples: readonly Example[];
}

/** The numbers of the labels, by example. @throws RangeError for a label that the data set does not name */
export const targetsOf = ({ labels, examples }: DataSet): number[] => {
  const numbers = new Map(labels.map((label, number) => [label, number]));
  return examples.map(({ label }) => {
    const number = numbers.get(label);
    if (number === undefined) throw new RangeError('an example has a label that the data set does not name');
    return number;
  });
};
