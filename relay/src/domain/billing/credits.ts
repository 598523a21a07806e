/** One credit pays for one second of audio; money is counted in whole millionths of it, never in fractions. */
export const MICRO_CREDITS_PER_CREDIT = 1_000_000;
/** The most a wallet can hold: what a JavaScript number counts exactly, 285 years of audio. */
export const MAX_MICRO_CREDITS = Number.MAX_SAFE_INTEGER;

/**
 * What a stretch of audio costs. The one rounding rule: a charge is rounded up to a whole micro-credit, which is a
 * millionth of a second. Receipts and usage are sums of charges and round nothing again, so that the parts make the whole.
 */
export const microCreditsForMs = (durationMs: number): number =>
  Math.ceil(Math.round(durationMs * 1e9) / 1e6);

/** What part of a second is worth that was paid for and not used; rounded down, so that what stays is rounded up. */
export const unusedMicroCredits = (usedSamples: number, samplesPerSecond: number): number =>
  Math.floor((Math.max(0, samplesPerSecond - usedSamples) * MICRO_CREDITS_PER_CREDIT) / samplesPerSecond);

export const creditsOf = (microCredits: number): number => microCredits / MICRO_CREDITS_PER_CREDIT;
