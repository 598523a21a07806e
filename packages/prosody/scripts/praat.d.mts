export interface PraatMeasures {
  firstSeconds: number;
  f0: number[];
  jitter: number | null;
  shimmer: number | null;
  hnr: number | null;
  hnrCc: number | null;
}
export function havePraat(): boolean;
export function measureWithPraat(
  samples: Float32Array,
  range?: { floor?: number; ceiling?: number },
): PraatMeasures;
export function countSyllablesWithPraat(samples: Float32Array): number;
