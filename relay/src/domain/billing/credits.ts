/**
 * One credit pays for one second of audio. Money is counted in whole millionths of a credit, never in
 * fractions.
 */
export const MICRO_CREDITS_PER_CREDIT = 1_000_000;
/**
 * The most a wallet can hold: the largest integer that a JavaScript number represents exactly, 285 years of
 * audio.
 */
export const MAX_MICRO_CREDITS = Number.MAX_SAFE_INTEGER;

/**
 * The price of a stretch of audio. There is one rounding rule: a charge is rounded up to a whole
 * micro-credit, which pays for a millionth of a second. Receipts and usage add up charges without rounding
 * again, so the parts always sum to the total.
 */
export const microCreditsForMs = (durationMs: number): number =>
  Math.ceil(Math.round(durationMs * 1e9) / 1e6);

/**
 * The value of the unused part of a paid second. It is rounded down, so that the part that stays charged is
 * rounded up.
 */
export const unusedMicroCredits = (usedSamples: number, samplesPerSecond: number): number =>
  Math.floor((Math.max(0, samplesPerSecond - usedSamples) * MICRO_CREDITS_PER_CREDIT) / samplesPerSecond);

/** How much audio an amount pays for, to the millisecond. */
export const paidMsOf = (microCredits: number): number =>
  Math.round((microCredits * 1_000) / MICRO_CREDITS_PER_CREDIT);

export const creditsOf = (microCredits: number): number => microCredits / MICRO_CREDITS_PER_CREDIT;
