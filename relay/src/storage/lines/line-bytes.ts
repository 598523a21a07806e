import type { HeadSums, LineSums } from '@undertone/model';
import type { LineGrowth } from '../../domain/lines/line-book.js';

/** Of the layout below. The first did not say how far clips were told apart, the second not what both readers told; erasure still reads them. */
const FORMAT = 3;
const WITHOUT_COMPARED = 2;
const WITHOUT_HEARD = 1;
const FORMATS = [FORMAT, WITHOUT_COMPARED, WITHOUT_HEARD];
const BYTES = 8;

/** A line's sums as 64-bit floats, little-endian, each list behind its length: nothing is rounded. */
export const toBytes = ({ count, seconds, voices, gaps, heads, compared }: LineSums): Buffer => {
  const numbers = [FORMAT, count, seconds, voices, gaps.length, ...gaps, heads.length];
  for (const { precision, weighted, heard } of heads) {
    numbers.push(precision.length, ...precision, ...weighted);
    numbers.push(heard.count, heard.entropy, heard.classes.length, ...heard.classes);
  }
  const { clips, agreed, confidence } = compared;
  numbers.push(clips.length, ...clips, ...agreed, ...confidence);
  const bytes = Buffer.alloc(numbers.length * BYTES);
  numbers.forEach((value, index) => bytes.writeDoubleLE(value, index * BYTES));
  return bytes;
};

/** The sums that {@link toBytes} wrote. @throws Error for bytes that are none */
export const fromBytes = (bytes: Uint8Array): LineSums => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const next = (): number => view.readDoubleLE(at++ * BYTES);
  const list = (length: number): number[] => Array.from({ length }, next);
  const format = next();
  if (!FORMATS.includes(format)) throw new Error(`a line's sums are in the unknown format ${format}`);
  const [count, seconds, voices] = [next(), next(), next()];
  const gaps = list(next());
  const heads = Array.from({ length: next() }, (): HeadSums => {
    const size = next();
    const [precision, weighted] = [list(size), list(size)];
    if (format === WITHOUT_HEARD)
      return { precision, weighted, heard: { count: 0, classes: [], entropy: 0 } };
    const [heardCount, entropy] = [next(), next()];
    return { precision, weighted, heard: { count: heardCount, classes: list(next()), entropy } };
  });
  const told = format === FORMAT ? next() : 0;
  const compared = { clips: list(told), agreed: list(told), confidence: list(told) };
  if (at * BYTES !== view.length) throw new Error(`a line's sums have ${view.length} bytes`);
  return { count, seconds, voices, gaps, heads, compared };
};

/** What a recording taught both readers, those of the full one behind those of the live one. */
export const growthToBytes = ({ live, full }: LineGrowth): Buffer => {
  const [first, second] = [live, full].map((sums) => (sums === undefined ? Buffer.alloc(0) : toBytes(sums)));
  const length = Buffer.alloc(BYTES);
  length.writeDoubleLE(first?.length ?? 0);
  return Buffer.concat([length, first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)]);
};

/** What {@link growthToBytes} wrote. @throws Error for bytes that are none */
export const growthFromBytes = (bytes: Uint8Array): LineGrowth => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = BYTES + view.readDoubleLE();
  const [live, full] = [view.subarray(BYTES, end), view.subarray(end)];
  return {
    ...(live.length > 0 && { live: fromBytes(live) }),
    ...(full.length > 0 && { full: fromBytes(full) }),
  };
};
