/** Clips by their number. */
export interface Waves {
  readonly count: number;
  readonly at: (number: number) => Float32Array;
}
export const CONDITIONS: readonly string[];
export function drawsOf(condition: string): number;
export function disturbance(
  condition: string,
  clips: Waves,
  readers: Waves,
  draw: number,
): (samples: Float32Array, row: number) => Float32Array;
