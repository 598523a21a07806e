/** Rows that are multiplied together: their sums do not wait for each other, and their numbers lie side by side. */
const TOGETHER = 8;

/** Many rows, each multiplied with the same vector. Every sum is added up from the first column to the last. */
export class RowProducts {
  /** [groups of TOGETHER, columns, TOGETHER]; rows that are missing in the last group are zero. */
  private readonly numbers: Float32Array;

  /**
   * @param count how many rows
   * @param columns how long each is
   * @param at the number in a row and a column
   */
  constructor(
    private readonly count: number,
    private readonly columns: number,
    at: (row: number, column: number) => number,
  ) {
    this.numbers = new Float32Array(Math.ceil(count / TOGETHER) * columns * TOGETHER);
    for (let row = 0; row < count; row += 1)
      for (let column = 0; column < columns; column += 1)
        this.numbers[(Math.floor(row / TOGETHER) * columns + column) * TOGETHER + (row % TOGETHER)] = at(
          row,
          column,
        );
  }

  /** @returns the product of each row with the first `columns` numbers of a vector */
  times(vector: Float32Array): Float32Array {
    const { count, columns, numbers } = this;
    const products = new Float32Array(count);
    for (let row = 0, at = 0; row < count; row += TOGETHER) {
      let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let column = 0; column < columns; column += 1, at += TOGETHER) {
        const value = vector[column] ?? 0;
        a += (numbers[at] ?? 0) * value;
        b += (numbers[at + 1] ?? 0) * value;
        c += (numbers[at + 2] ?? 0) * value;
        d += (numbers[at + 3] ?? 0) * value;
        e += (numbers[at + 4] ?? 0) * value;
        f += (numbers[at + 5] ?? 0) * value;
        g += (numbers[at + 6] ?? 0) * value;
        h += (numbers[at + 7] ?? 0) * value;
      }
      products.set([a, b, c, d, e, f, g, h].slice(0, count - row), row);
    }
    return products;
  }
}
