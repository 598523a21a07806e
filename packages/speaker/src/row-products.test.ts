import { expect, it } from 'vitest';
import { RowProducts } from './row-products.js';

it.each([1, 7, 8, 9, 20])('multiplies %i rows as each alone', (count) => {
  const columns = 5;
  const rows = Array.from({ length: count }, (_, row) =>
    Float32Array.from({ length: columns }, (_, column) => Math.sin(3 * row + column)),
  );
  const vector = Float32Array.of(0.5, -1, 2, 0.25, 3, 99);
  const alone = Float32Array.from(rows, (row) =>
    row.reduce((sum, value, column) => sum + value * (vector[column] ?? 0), 0),
  );
  expect(new RowProducts(count, columns, (row, column) => rows[row]?.[column] ?? NaN).times(vector)).toEqual(
    alone,
  );
});
