/** A label that a tuned model tells. */
export interface TunedLabel {
  /** As the customer writes it, or the base model's class where it is kept. */
  readonly name: string;
  /** The label of the interface specification that receives its probability. */
  readonly as: string;
  /**
   * - `moved`: a class of the base model, to be moved to where the customer's samples of it lie.
   * - `new`: a label of the customer's own kind, beside the class that it starts from.
   * - `kept`: a class that the samples lack. It stays the base model's.
   */
  readonly kind: 'moved' | 'new' | 'kept';
  /** The number of that class; undefined where the base model heard none. */
  readonly base: number | undefined;
}

/** One class of the base model, and the label that most of it is told as. */
export interface BaseClass {
  /** Its name in the model's metadata. */
  readonly name: string;
  /** The label of the interface specification that most of it becomes. */
  readonly label: string;
}

/** A label of the customer before it is known where it starts from. */
export interface OwnLabel {
  /** As the customer writes it. */
  readonly name: string;
  /** The label it is told as; undefined: that of the class which the base model hears most in its samples. */
  readonly as: string | undefined;
}

/**
 * The labels of a tuned model: the customer's, then every class of the base model that none of them takes the place of.
 *
 * A label takes the place of the class that has its name, or that is told as the same label; a label of its own kind
 * starts from the class that was heard most in its samples, and leaves it where it is.
 *
 * @param known the numbers of the classes that the base model's shared head has
 * @param heardMost the class that the base model hears most in a label's samples
 */
export const tunedLabels = (
  own: readonly OwnLabel[],
  classes: readonly BaseClass[],
  known: readonly number[],
  heardMost: (name: string) => number | undefined,
): readonly TunedLabel[] => {
  const named = (test: (each: BaseClass) => boolean): number | undefined =>
    known.find((number) => {
      const each = classes[number];
      return each !== undefined && test(each);
    });
  const replaced = new Set<number>();
  const labels = own.map(({ name, as }): TunedLabel => {
    const heard = heardMost(name);
    const told = as ?? classes[heard ?? -1]?.label ?? 'neutral';
    const place =
      named((each) => each.name === name) ??
      named((each) => each.name === told) ??
      named((each) => each.label === told);
    if (place !== undefined) replaced.add(place);
    return { name, as: told, kind: place === undefined ? 'new' : 'moved', base: place ?? heard };
  });
  const kept = known.flatMap((number): TunedLabel[] => {
    const each = classes[number];
    if (each === undefined || replaced.has(number)) return [];
    return [{ name: each.name, as: each.label, kind: 'kept', base: number }];
  });
  return [...labels, ...kept];
};
