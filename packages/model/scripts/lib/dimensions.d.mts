export interface RatedClip {
  readonly corpus: string;
  readonly speaker: string;
  readonly label: string;
  readonly intensity: string;
  readonly readings: readonly { readonly vad: readonly number[] }[];
}
export interface Compared {
  readonly high: number;
  readonly low: number;
  readonly auc: number;
}
export interface DimensionOrder {
  readonly corpus: string;
  readonly dimension: string;
  readonly comparison: string;
  readonly early: Compared;
  readonly end: Compared;
}
export interface LevelsFollowed {
  readonly corpus: string;
  readonly clips: number;
  readonly early: number;
  readonly end: number;
}
export function chanceHigher(high: readonly number[], low: readonly number[]): number | undefined;
export function rankCorrelation(left: readonly number[], right: readonly number[]): number;
export function dimensions(rows: readonly RatedClip[]): {
  orders: DimensionOrder[];
  levels: LevelsFollowed[];
};
