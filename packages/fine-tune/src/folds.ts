import { type Random, shuffled } from './random.js';

/** What separation into folds looks at. */
export interface Separable {
  /** A label: its name or its number. */
  readonly label: string | number;
  readonly speaker: string | undefined;
}

/** What a fold keeps together: people, or only recordings. */
export type Grouping = 'speaker' | 'sample';

export interface Folds {
  readonly grouping: Grouping;
  /** The fold of each example, from 0. */
  readonly foldOf: readonly number[];
  readonly count: number;
}

/**
 * The smallest number of people from which one can be left out. Measured on draws of two people of EmoDB,
 * TurEV and nEMO: with half of the people left out, penalty and temperature fit strangers, and other
 * sentences of the same people lose up to 9 points of recall.
 */
const FEWEST_SPEAKERS = 4;

/** The people who are named, each once, in order of appearance. */
export const speakersOf = (examples: readonly Separable[]): readonly string[] => [
  ...new Set(examples.flatMap(({ speaker }) => speaker ?? [])),
];

/** By speaker when everybody is named and there are enough people, otherwise by recording. */
export const groupingOf = (examples: readonly Separable[]): Grouping =>
  examples.every(({ speaker }) => speaker !== undefined) && speakersOf(examples).length >= FEWEST_SPEAKERS
    ? 'speaker'
    : 'sample';

/**
 * Splits examples into folds with similar label distributions.
 * @param most the largest number of folds; there are fewer when there are fewer people, or a label has fewer
 * recordings
 */
export const makeFolds = (
  examples: readonly Separable[],
  most: number,
  grouping: Grouping,
  random: Random,
): Folds =>
  grouping === 'speaker' ? foldsOfSpeakers(examples, most, random) : foldsOfSamples(examples, most, random);

/** Distributes each label's recordings in turn; the next label continues where the last one ended. */
const foldsOfSamples = (examples: readonly Separable[], most: number, random: Random): Folds => {
  const byLabel = groupBy(examples, ({ label }) => String(label));
  const rarest = Math.min(...[...byLabel.values()].map((members) => members.length));
  const count = Math.max(2, Math.min(most, rarest));
  const foldOf = new Array<number>(examples.length).fill(0);
  let turn = 0;
  for (const members of byLabel.values()) {
    for (const number of shuffled(members, random)) foldOf[number] = turn++ % count;
  }
  return { grouping: 'sample', foldOf, count };
};

/** Starts with the people with the most recordings. Each goes to the fold that has the fewest examples of their labels. */
const foldsOfSpeakers = (examples: readonly Separable[], most: number, random: Random): Folds => {
  const bySpeaker = groupBy(examples, ({ speaker }) => speaker ?? '');
  const count = Math.min(most, bySpeaker.size);
  const foldOf = new Array<number>(examples.length).fill(0);
  const held = Array.from({ length: count }, () => new Map<string, number>());
  const people = shuffled([...bySpeaker.values()], random).sort((a, b) => b.length - a.length);
  for (const members of people) {
    const labels = members.map((number) => String(examples[number]?.label));
    const load = held.map((counts) => labels.reduce((sum, label) => sum + (counts.get(label) ?? 0), 0));
    const sizes = held.map((counts) => [...counts.values()].reduce((sum, size) => sum + size, 0));
    const fold = load.reduce((best, value, at) => {
      const known = load[best] ?? 0;
      return value < known || (value === known && (sizes[at] ?? 0) < (sizes[best] ?? 0)) ? at : best;
    }, 0);
    for (const number of members) foldOf[number] = fold;
    const counts = held[fold];
    for (const label of labels) counts?.set(label, (counts.get(label) ?? 0) + 1);
  }
  return { grouping: 'speaker', foldOf, count };
};

const groupBy = (
  examples: readonly Separable[],
  key: (example: Separable) => string,
): ReadonlyMap<string, number[]> => {
  const groups = new Map<string, number[]>();
  examples.forEach((example, number) => {
    const name = key(example);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [number]);
    else group.push(number);
  });
  return groups;
};
