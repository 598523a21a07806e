import type { GaussianHead } from '@undertone/model';
import { type Clip, clipsOf, type Example } from '../example.js';
import type { ReaderBase } from '../head.js';
import type { TunedLabel } from '../labels.js';
import { seededRandom } from '../random.js';

export interface MadeUp {
  readonly labels: readonly string[];
  readonly speakers: readonly string[];
  /** The number of examples of each label by each speaker. */
  readonly each: number;
  /** How far each label lies from where the base model has it, in standard deviations of the rest. */
  readonly apart: number;
  /** How far each speaker's embedding is shifted as a whole. */
  readonly accent?: number;
  readonly seed: number;
}

const WIDTH = 12;
const BASE_CLASSES = 4;

/** The base model has class k on axis k, at this distance from the middle. */
const KNOWN = 1.5;

const axis = (k: number, length: number): number[] =>
  Array.from({ length: WIDTH }, (_, d) => (d === k ? length : 0));
const even = (value: number): number[] => Array.from({ length: WIDTH }, () => value);

const head: GaussianHead = {
  name: 'shared',
  start: 0,
  size: WIDTH,
  classes: Array.from({ length: BASE_CLASSES }, (_, k) => k),
  means: Array.from({ length: BASE_CLASSES }, (_, k) => axis(k, KNOWN)),
  line: even(0.5),
  voice: even(0.3),
  disagreement: even(0.2),
  temperature: 1,
  calibration: 1,
};

/** A base model that knows four classes, each along one axis. */
export const madeUpBase: ReaderBase = { head, clipWeight: 0.4, clipSeconds: 2, doubt: 1 };

/** Labels in the places of the first classes, then the classes that are left. */
export const madeUpLabels = (names: readonly string[]): TunedLabel[] => [
  ...names.map((name, base): TunedLabel => ({ name, as: name, kind: 'moved', base })),
  ...Array.from({ length: BASE_CLASSES - names.length }, (_, n): TunedLabel => {
    const base = names.length + n;
    return { name: `kept ${base}`, as: 'neutral', kind: 'kept', base };
  }),
];

/** Clouds of points, one for each label, that lie beside where the base model expects them. */
export const madeUp = (
  wish: MadeUp,
): { readonly labels: readonly TunedLabel[]; readonly examples: readonly Example[] } => {
  const { labels, speakers, each, apart, accent = 0, seed } = wish;
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const accents = new Map(speakers.map((speaker) => [speaker, even(0).map(() => accent * normal())]));
  const examples = speakers.flatMap((speaker) =>
    labels.flatMap((label, k) =>
      Array.from({ length: each }, (_, n): Example => {
        const moved = axis(WIDTH - 1 - k, apart);
        const known = axis(k, KNOWN);
        const live = even(0).map(
          (_zero, d) => normal() + (known[d] ?? 0) + (moved[d] ?? 0) + (accents.get(speaker)?.[d] ?? 0),
        );
        return { id: `${speaker}-${label}-${n}`, label, speaker, seconds: 2, heard: { live } };
      }),
    ),
  );
  return { labels: madeUpLabels(labels), examples };
};

/** The same as the live reader's clips. */
export const madeUpClips = (
  wish: MadeUp,
): { readonly labels: readonly TunedLabel[]; readonly clips: readonly Clip[] } => {
  const { labels, examples } = madeUp(wish);
  return {
    labels,
    clips: clipsOf(
      examples,
      labels.map(({ name }) => name),
      'live',
    ),
  };
};
