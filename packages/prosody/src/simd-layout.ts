/**
 * The addresses, in bytes, of everything that `kernel/` keeps in its five pages of memory. Both compilers read this file;
 * the kernel's compiler takes every number for an address.
 */
/** Up to 1,536 samples as 32-bit floats: a frame, or two periods and the lags around them. */
export const SAMPLES = 0;
/** The forward transform's 512 complex values, and the backward transform's 256. */
export const FORWARD_RE = 6_144;
export const FORWARD_IM = 10_240;
export const BACKWARD_RE = 14_336;
export const BACKWARD_IM = 16_384;
/** Bins 0 … 512. */
export const POWER = 18_432;
/** Lags 0 … 239, as they are and with noise weighted out. */
export const PLAIN = 22_544;
export const WEIGHTED = 24_464;
/** The tables of `SpectralTables`. */
export const WINDOW = 26_384;
export const COSINE = 31_504;
export const SINE = 35_616;
export const INVERSE_WINDOW_CORRELATION = 39_728;
/** Twiddle factors of the first, radix-2 pass: 256 cosines, 256 sines. */
export const TURNS = 41_648;
/** Of the radix-4 passes of 256, 64 and 16 points: for every two points c1, s1, c2, s2, c3, s3, a pair each. */
export const TWIDDLES = 45_744;
/** Bytes from bin 0 to bins k and 512 − k (256 − k in the backward transform), 16 bits each, k from 0 on. */
export const FORWARD_PLACES = 49_776;
export const BACKWARD_PLACES = 50_808;
/** Weights of `FramePeaks` before the frame's center, in order of time, and after it: 107 each, and one of zero. */
export const WEIGHTS_BEFORE = 51_320;
export const WEIGHTS_AFTER = 52_184;
/** Samples in 64 bits, 576: a period and the stretch that its lags lie in are 489 at the longest period. */
export const STRETCH = 53_048;
/** Cross-correlation by lag, 104 of them. */
export const CURVE = 57_656;
/** Results, a 64-bit number each. */
export const HIGH_BAND_SHARE = 58_488;
export const MEAN = 58_496;
export const PEAK = 58_504;
export const JUDGED_PEAK = 58_512;
export const SOURCE_ENERGY = 58_520;

/** The other pages are the resampler's: up to 29,440 taps of a bank (from 22,050 Hz), the input in 64 bits, the output in 32. */
export const BANK = 65_536;
export const HISTORY = 301_056;
export const OUTPUT = 313_344;
export const MOST_SAMPLES = 1_536;
export const MOST_OUTPUTS = 2_400;
