/** Seconds to the millisecond, the resolution of the audio clock. */
export const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
