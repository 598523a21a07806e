/** What the frozen network said about a recording, at its end or on the way there. */
export interface Reading {
  readonly embedding: readonly number[];
  /** The base model's log probability of each label of the data set, in the data set's order. */
  readonly base: readonly number[];
}

/** One labeled recording as the frozen network heard it. The audio itself is not needed any more. */
export interface Example {
  readonly id: string;
  readonly label: string;
  /** Who speaks; undefined where the customer did not say. */
  readonly speaker: string | undefined;
  readonly seconds: number;
  /** After all of the recording: what a head is judged by. */
  readonly reading: Reading;
  /** On the way there: streams ask for an opinion before a sentence is over. Only trained on. */
  readonly early: readonly Reading[];
}

/** What a head is trained on. */
export interface DataSet {
  readonly labels: readonly string[];
  readonly examples: readonly Example[];
}

/** Numbers of labels, by example. @throws RangeError for a label that the data set does not name */
export const targetsOf = ({ labels, examples }: DataSet): number[] => {
  const numbers = new Map(labels.map((label, number) => [label, number]));
  return examples.map(({ label }) => {
    const number = numbers.get(label);
    if (number === undefined) throw new RangeError('an example has a label that the data set does not name');
    return number;
  });
};
