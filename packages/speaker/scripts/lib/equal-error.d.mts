import type { Trial } from './trials.mjs';

export function equalError(
  trials: readonly Trial[],
  rounds?: number,
  seed?: number,
): {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly speakers: number;
  readonly trials: number;
};
export function leastDetectionCost(trials: readonly Trial[], prior?: number): number;
export function likelihoodCost(trials: readonly Trial[]): number;
export function errorsAt(
  trials: readonly Trial[],
  threshold: number,
): { readonly accepted: number; readonly missed: number };
