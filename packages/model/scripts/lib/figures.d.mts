export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
  readonly accuracy: number;
  readonly count: number;
}
export function confusionFigure(
  title: string,
  labels: readonly string[],
  counts: readonly (readonly number[])[],
): string;
export function reliabilityFigure(title: string, bins: readonly ReliabilityBin[]): string;
export function lengthFigure(
  title: string,
  times: readonly string[],
  lines: readonly { readonly name: string; readonly values: readonly number[] }[],
): string;
