import type { BaselineState } from './baseline.js';
import type { Heard, ShiftState } from './shift-book.js';

/**
 * A {@link BaselineState} as one list of numbers, to be kept for many calls and handed between threads: as lists in
 * objects it takes three times the memory. Exact.
 */
export interface PackedBaseline {
  /** Coordinates of each head. */
  readonly sizes: readonly number[];
  /** Classes of each head. */
  readonly classes: readonly number[];
  /** Classes of the model. */
  readonly told: number;
  /** Names of the voices that were heard. */
  readonly voices: readonly string[];
  /** The state's numbers, in the order in which {@link unpackBaseline} takes them. */
  readonly numbers: Float32Array | Float64Array;
}

/** @throws RangeError for a voice that some head has not heard; a {@link Baseline}'s heads hear the same ones */
export const packBaseline = ({
  count,
  gaps,
  heads,
  compared,
  lineSeconds,
  voiceSeconds,
}: BaselineState): PackedBaseline => {
  const voices = Object.keys(voiceSeconds);
  const sizes = heads.map(({ precision }) => precision.length);
  const classes = heads.map(({ heard }) => heard.classes.length);
  const told = compared.clips.length;
  const numbers = new Float64Array(numbersOf({ sizes, classes, told, voices }));
  let at = 0;
  const put = (...lists: readonly (readonly number[])[]): void => {
    for (const list of lists) {
      numbers.set(list, at);
      at += list.length;
    }
  };
  put(
    [count, lineSeconds],
    compared.clips,
    compared.agreed,
    compared.confidence,
    gaps,
    Object.values(voiceSeconds),
  );
  for (const head of heads) {
    put(head.precision, head.weighted, [head.heard.count, head.heard.entropy], head.heard.classes);
    for (const name of voices) {
      const voice = Object.hasOwn(head.voices, name) ? head.voices[name] : undefined;
      if (voice === undefined)
        throw new RangeError('a head of the baseline has not heard each of its voices');
      put([voice.count, voice.entropy], voice.classes, voice.sums);
    }
  }
  return { sizes, classes, told, voices, numbers };
};

/** @throws RangeError for another amount of numbers than the heads and voices need */
export const unpackBaseline = (packed: PackedBaseline): BaselineState => {
  const { sizes, classes, told, voices, numbers } = packed;
  if (numbers.length !== numbersOf(packed)) throw new RangeError('the numbers of a baseline are not whole');
  let at = 0;
  const list = (length: number): number[] => {
    const from = at;
    at += length;
    return [...numbers.subarray(from, at)];
  };
  const heardOf = (head: number): Heard => {
    const [count = 0, entropy = 0] = list(2);
    return { count, entropy, classes: list(classes[head] ?? 0) };
  };
  const [count = 0, lineSeconds = 0] = list(2);
  const compared = { clips: list(told), agreed: list(told), confidence: list(told) };
  const gaps = list(gapsOf(packed));
  const seconds = list(voices.length);
  const heads = sizes.map((size, head): ShiftState => {
    const [precision, weighted, heard] = [list(size), list(size), heardOf(head)];
    const known = voices.map((name) => [name, { ...heardOf(head), sums: list(size) }] as const);
    return { precision, weighted, heard, voices: Object.fromEntries(known) };
  });
  const voiceSeconds = Object.fromEntries(voices.map((name, voice) => [name, seconds[voice] ?? 0]));
  return { count, gaps, heads, compared, lineSeconds, voiceSeconds };
};

type Shape = Pick<PackedBaseline, 'sizes' | 'classes' | 'told' | 'voices'>;

/** Every head but the shared one has one. */
const gapsOf = ({ sizes }: Shape): number => Math.max(0, sizes.length - 1);

/** How many numbers a baseline of this shape has. */
export const numbersOf = (shape: Shape): number => {
  const { sizes, classes, told, voices } = shape;
  return sizes.reduce(
    (sum, size, head) =>
      sum + 2 * size + heardSize(classes, head) + voices.length * (size + heardSize(classes, head)),
    2 + 3 * told + gapsOf(shape) + voices.length,
  );
};

const heardSize = (classes: readonly number[], head: number): number => 2 + (classes[head] ?? 0);
