/** Lowest level reported, in dB relative to full scale. It is needed because digital silence has no logarithm. */
export const SILENCE_DB = -100;

const SILENCE_POWER = 10 ** (SILENCE_DB / 10);

/** Mean square (power, full scale 1) to dB; never below {@link SILENCE_DB}. */
export const powerToDb = (meanSquare: number): number =>
  meanSquare > SILENCE_POWER ? 10 * Math.log10(meanSquare) : SILENCE_DB;

/** Amplitude (full scale 1) to dB; never below {@link SILENCE_DB}. */
export const amplitudeToDb = (amplitude: number): number => powerToDb(amplitude * amplitude);

/** dB relative to full scale to power. */
export const dbToPower = (db: number): number => 10 ** (db / 10);

/** dB relative to full scale to amplitude. */
export const dbToAmplitude = (db: number): number => 10 ** (db / 20);
