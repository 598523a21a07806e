/** One credit pays for one second of audio; money is counted in whole millionths of it, never in fractions. */
export const MICRO_CREDITS_PER_CREDIT = 1_000_000;
