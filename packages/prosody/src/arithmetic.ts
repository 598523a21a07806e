import type { FramePeaks } from './frame-peaks.js';
import type { PeriodSearch } from './period-search.js';
import { PortableFramePeaks } from './portable-frame-peaks.js';
import { PortablePeriodSearch } from './portable-period-search.js';
import { PortableSpectrum } from './portable-spectrum.js';
import type { Spectrum } from './spectrum.js';

/**
 * The inner loops, most of what prosody costs. Nothing in them has to outlive the reading of a result, and their tables
 * and work space are 40 kB that a server's every stream would hold otherwise: a thread has them once.
 */
export interface Arithmetic {
  readonly spectrum: Spectrum;
  readonly peaks: FramePeaks;
  readonly periods: PeriodSearch;
}

let shared: Arithmetic | undefined;

/** The thread's: plain JavaScript unless {@link shareArithmetic} gave it another. */
export const sharedArithmetic = (): Arithmetic => (shared ??= portableArithmetic());

/** For the extractors made from now on. */
export const shareArithmetic = (arithmetic: Arithmetic): void => {
  shared = arithmetic;
};

export const portableArithmetic = (): Arithmetic => ({
  spectrum: new PortableSpectrum(),
  peaks: new PortableFramePeaks(),
  periods: new PortablePeriodSearch(),
});
