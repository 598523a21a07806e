/** Arousal and dominance: from -1 to 1 here, from 0 to 1 at the hosted service. Valence is the same at both. */
const toUnit = (value: number): number => Math.round((value + 1) * 500_000) / 1_000_000;
export const fromUnit = (value: number): number => value * 2 - 1;

/** The same for a figure that the audio may not give. */
export const toUnitOrNull = (value: unknown): number | null =>
  typeof value === 'number' ? toUnit(value) : null;
