import { shareArithmetic, type Arithmetic } from './arithmetic.js';
import { sharePolyphase } from './polyphase.js';
import { SimdFramePeaks } from './simd-frame-peaks.js';
import { SimdKernel } from './simd-kernel.js';
import { SimdPeriodSearch } from './simd-period-search.js';
import { simdPolyphase } from './simd-polyphase.js';
import { SimdSpectrum } from './simd-spectrum.js';

/**
 * Makes extractors and resamplers created from now on in this thread compute with 128-bit vectors, in WebAssembly. The numbers are the
 * same to the last bit and take less time. It is meant for servers. A page does not need it: its policy may forbid
 * WebAssembly, and its single stream costs little.
 * @throws WebAssembly.CompileError where vectors are not supported
 */
export const useSimd = (): void => {
  const kernel = new SimdKernel();
  shareArithmetic(simdArithmetic(kernel));
  sharePolyphase(simdPolyphase(kernel));
};

/**
 * The parts of an extractor that compute with vectors. {@link useSimd} shares them with all extractors.
 * @throws WebAssembly.CompileError where vectors are not supported
 */
export const simdArithmetic = (kernel = new SimdKernel()): Arithmetic => {
  return {
    spectrum: new SimdSpectrum(kernel),
    peaks: new SimdFramePeaks(kernel),
    periods: new SimdPeriodSearch(kernel),
  };
};
