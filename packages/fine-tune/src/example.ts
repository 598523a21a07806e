/** The two readers of the ear: the live one judges streams, the full one recordings and turns that ended. */
export const READERS = ['live', 'full'] as const;
/** One of {@link READERS}. */
export type ReaderName = (typeof READERS)[number];

/** One labeled recording as the frozen readers heard it. The audio itself is no longer needed. */
export interface Example {
  /** Any name, one of its own among the examples. */
  readonly id: string;
  /** One of the labels that are trained, by its name. */
  readonly label: string;
  /** The speaker; undefined when the customer did not say. */
  readonly speaker: string | undefined;
  /** Seconds of speech. */
  readonly seconds: number;
  /** The shared head's part of each reader's embedding. A reader that had no time for it, or is not there, has none. */
  readonly heard: Readonly<Partial<Record<ReaderName, readonly number[]>>>;
}

/** One example as one reader heard it. */
export interface Clip {
  /** Of the example that it is made from. */
  readonly id: string;
  /** Its place in the labels that are trained. */
  readonly label: number;
  /** Who speaks; undefined when the customer did not say. */
  readonly speaker: string | undefined;
  /** Whose shift it carries: a speaker, or only itself where nobody is named. */
  readonly voice: string;
  /** Seconds of speech. */
  readonly seconds: number;
  /** [size] the shared head's part of the reader's embedding. */
  readonly embedding: readonly number[];
}

/** What one reader heard of the examples. @throws RangeError for a label that is not among `labels` */
export const clipsOf = (
  examples: readonly Example[],
  labels: readonly string[],
  reader: ReaderName,
): readonly Clip[] => {
  const numbers = new Map(labels.map((label, number) => [label, number]));
  return examples.flatMap(({ id, label: name, speaker, seconds, heard }) => {
    const label = numbers.get(name);
    if (label === undefined) throw new RangeError('an example has a label that the data set does not name');
    const embedding = heard[reader];
    if (embedding === undefined) return [];
    const voice = speaker === undefined ? `recording ${id}` : `person ${speaker}`;
    return [{ id, label, speaker, voice, seconds, embedding }];
  });
};
