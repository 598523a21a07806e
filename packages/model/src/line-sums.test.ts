import { describe, expect, it } from 'vitest';
import { Baseline, type BaselineState } from './baseline.js';
import { addLine, baselineOnLine, lineGrowth, type LineSums, subtractLine } from './line-sums.js';
import type { LinearGaussian } from './linear-gaussian.js';
import { twoClasses, twoClassHead } from './testing/two-classes.js';

const own = { line: [9, 4], voice: [0.5, 0.25] };
const gate = { mean: [1, 1], variance: [3, 3], least: 0 };
const classifier: LinearGaussian = {
  ...twoClasses([twoClassHead(own), twoClassHead({ ...own, name: 'studio', start: 2, gate })]),
  apart: { variance: 50, nats: 0.25 },
};

interface Clip {
  readonly x: readonly number[];
  readonly voice: string;
  readonly seconds: number;
}
/** Clips of two voices of their own, on a line that is shifted. */
const clipsOf = (call: number): Clip[] =>
  Array.from({ length: 12 }, (_, n) => ({
    x: [4 + (n % 2 === 0 ? -2 : 2), 0.3 * call, 1 - 0.1 * n, 0.2 * call * n],
    voice: `${call}/${n % 2}`,
    seconds: 0.5 + 0.2 * n,
  }));

const begin = (line?: LineSums): BaselineState =>
  line === undefined ? new Baseline(classifier, 2).snapshot() : baselineOnLine(classifier, line);

/** A baseline that goes on and hears calls' clips, each judged by a call of its own that began with what was known. */
const heard = (known: BaselineState, calls: Clip[][], goesOn = known): BaselineState => {
  const atStart = calls.map(() => new Baseline(classifier, 2, known));
  const baseline = new Baseline(classifier, 2, goesOn);
  calls.forEach((clips, call) => {
    for (const { x, voice, seconds } of clips) {
      const judged = atStart[call]!.judge(x, voice, seconds);
      baseline.hear(voice, seconds, judged);
      atStart[call]!.hear(voice, seconds, judged);
    }
  });
  return baseline.snapshot();
};

const numbersOf = ({ count, gaps, heads, seconds, voices }: LineSums): number[] => [
  count,
  seconds,
  voices,
  ...gaps,
  ...heads.flatMap(({ precision, weighted, heard: { count: clips, classes, entropy } }) => [
    ...[...precision, ...weighted],
    ...[clips, ...classes, entropy],
  ]),
];
const expectSame = (a: LineSums, b: LineSums): void => {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  expect(left).toHaveLength(right.length);
  left.forEach((value, index) => expect(Math.abs(value - (right[index] ?? NaN))).toBeLessThan(1e-9));
};

describe('the sums of a line', () => {
  const alone = heard(begin(), [clipsOf(1)]);
  const first = lineGrowth(begin(), alone);

  it('of two calls that began in parallel are together those of a line that heard both', () => {
    const known = begin(first);
    const [a, b] = [2, 3].map((call) => lineGrowth(known, heard(known, [clipsOf(call)])));
    const both = lineGrowth(begin(), heard(known, [clipsOf(2), clipsOf(3)], alone));
    expectSame(addLine(first, addLine(a!, b!)), both);
    expectSame(addLine(addLine(first, b!), a!), both);
  });

  it('without one of the calls are those of the line that heard the others', () => {
    const known = begin(first);
    const [a, b] = [2, 3].map((call) => lineGrowth(known, heard(known, [clipsOf(call)])));
    const all = addLine(first, addLine(a!, b!));
    expectSame(subtractLine(all, a!), lineGrowth(begin(), heard(known, [clipsOf(3)], alone)));
    expectSame(subtractLine(subtractLine(all, a!), b!), first);
  });

  it('count speech and voices, and give a new call all of the line and none of its voices', () => {
    expect(first).toMatchObject({ voices: 2, seconds: expect.closeTo(19.2, 9) as number });
    const state = baselineOnLine(classifier, first);
    expect(state).toMatchObject({ voiceSeconds: {}, heads: [{ voices: {} }, { voices: {} }] });
    const [call, taught] = [new Baseline(classifier, 2, state), alone];
    expect(call.known('1/0')).toEqual({ lineSeconds: first.seconds, voiceSeconds: 0 });
    const clip = [2.2, 0, 1, 0];
    const stranger = new Baseline(classifier, 2, taught).judge(clip, 'stranger', 2);
    expect(call.judge(clip, 'anybody', 2).probabilities[0]).toBeCloseTo(stranger.probabilities[0]!, 9);
  });

  it('of another model are refused', () => {
    const other = { ...first, heads: first.heads.slice(0, 1) };
    expect(() => addLine(first, other)).toThrow(RangeError);
    expect(() => baselineOnLine(classifier, other)).toThrow(RangeError);
    const short = { ...first, heads: first.heads.map((head) => ({ ...head, precision: [1] })) };
    expect(() => baselineOnLine(classifier, short)).toThrow(RangeError);
  });
});
