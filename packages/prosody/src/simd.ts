import { shareArithmetic, type Arithmetic } from './arithmetic.js';
import { SimdFramePeaks } from './simd-frame-peaks.js';
import { SimdKernel } from './simd-kernel.js';
import { SimdPeriodSearch } from './simd-period-search.js';
import { SimdSpectrum } from './simd-spectrum.js';

/**
 * Extractors made from now on in this thread compute with 128-bit vectors, in WebAssembly: the same numbers to the last bit, in
 * less time. For servers; a page does without, because its policy may not allow it and because its one stream costs little.
 * @throws WebAssembly.CompileError where vectors are not supported
 */
export const useSimd = (): void => {
  shareArithmetic(simdArithmetic());
};

export const simdArithmetic = (): Arithmetic => {
  const kernel = new SimdKernel();
  return {
    spectrum: new SimdSpectrum(kernel),
    peaks: new SimdFramePeaks(kernel),
    periods: new SimdPeriodSearch(kernel),
  };
};
