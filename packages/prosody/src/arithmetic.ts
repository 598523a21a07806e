import type { FramePeaks } from './frame-peaks.js';
import type { PeriodSearch } from './period-search.js';
import { PortableFramePeaks } from './portable-frame-peaks.js';
import { PortablePeriodSearch } from './portable-period-search.js';
import { PortableSpectrum } from './portable-spectrum.js';
import type { Spectrum } from './spectrum.js';

/**
 * The inner loops, which are most of the cost of prosody. They keep nothing after a result was read, so all streams of
 * a thread can share one instance. Its tables and work space take 40 kB; otherwise every stream of a server would hold
 * its own copy.
 */
export interface Arithmetic {
  readonly spectrum: Spectrum;
  readonly peaks: FramePeaks;
  readonly periods: PeriodSearch;
}

let shared: Arithmetic | undefined;

/** The instance of this thread: plain JavaScript, unless {@link shareArithmetic} replaced it. */
export const sharedArithmetic = (): Arithmetic => (shared ??= portableArithmetic());

/** Sets the instance that extractors made from now on use. */
export const shareArithmetic = (arithmetic: Arithmetic): void => {
  shared = arithmetic;
};

export const portableArithmetic = (): Arithmetic => ({
  spectrum: new PortableSpectrum(),
  peaks: new PortableFramePeaks(),
  periods: new PortablePeriodSearch(),
});
