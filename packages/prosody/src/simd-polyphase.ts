import type { Polyphase } from './polyphase.js';
import { filterPortably } from './portable-polyphase.js';
import type { ResamplerFilter } from './resampler-filter.js';
import type { SimdKernel } from './simd-kernel.js';
import * as layout from './simd-layout.js';

const BANK_TAPS = (layout.HISTORY - layout.BANK) / 8;

/** {@link Polyphase} in WebAssembly. A bank that is too large for its memory is computed in plain JavaScript: from 11,025 Hz. */
export const simdPolyphase = (kernel: SimdKernel): Polyphase => {
  const bank = kernel.numbers(layout.BANK, BANK_TAPS);
  const results = kernel.floats(layout.OUTPUT, layout.MOST_OUTPUTS);
  let loaded: ResamplerFilter | undefined;
  return (filter, input, place, output) => {
    const { up, down, taps, tapsPerPhase } = filter;
    const { start, phase, count, offset } = place;
    if (count === 0) return;
    const samples = Math.floor((phase + (count - 1) * down) / up) + tapsPerPhase;
    if (taps.length > BANK_TAPS || samples > layout.MOST_SAMPLES || count > layout.MOST_OUTPUTS) {
      filterPortably(filter, input, place, output);
      return;
    }
    if (loaded !== filter) {
      bank.set(taps);
      loaded = filter;
    }
    kernel.take(input, start, start + samples);
    kernel.exports.filter(samples, count, phase, up, down, tapsPerPhase);
    for (let n = 0; n < count; n++) output[offset + n] = results[n] ?? 0;
  };
};
