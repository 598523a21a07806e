import { browserEnvironment, type PageEnvironment } from '../capture/page-environment.js';
import type { Check } from './check.js';
import type { DoctorOptions } from './doctor.js';

/**
 * Examines everything a session needs, one thing after the other, and says what to do about what is missing. Opens the
 * microphone for a second (the browser may ask), fetches one token and opens one connection with it; leaves nothing open.
 * What goes wrong is a finding, not an exception. Loaded only when called.
 *
 * @param environment the page; given by tests only
 */
export const doctor = async (
  options: DoctorOptions,
  environment: PageEnvironment = browserEnvironment(),
): Promise<Check[]> => {
  const { examine } = await import('./doctor.js');
  return examine(options, environment);
};
