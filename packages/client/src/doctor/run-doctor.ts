import type { Check } from './check.js';
import type { CheckedPage } from './checked-page.js';
import type { DoctorOptions } from './doctor.js';

/**
 * Checks everything that a session needs, in order, and says how to fix what is missing. It opens the sources, by default the
 * microphone for one second (the browser may ask the user), fetches one token and opens one connection with it. It leaves nothing
 * open. A problem is a finding, not an exception. The code is loaded only when this is called.
 *
 * @param environment the page; only tests pass one
 */
export const doctor = async (options: DoctorOptions, environment?: CheckedPage): Promise<Check[]> => {
  return (await import('./doctor.js')).examine(options, environment);
};
