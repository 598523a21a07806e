/** A row of `npm run evaluate`'s results, as far as a goal reads it. */
export interface ReaderResult {
  readonly condition: string;
  readonly protocol: 'speakers' | 'corpus';
  readonly corpus: string;
  readonly sharing: string;
  readonly uar: number;
  readonly ece: number;
  readonly interval: readonly [number, number];
}
export function goalCells(kind: 'full' | 'live', results: readonly ReaderResult[]): (string | number)[][];
