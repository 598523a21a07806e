import type { Scenario } from './scenario.js';

/** A channel of 16 kHz PCM needs 32 kB/s. */
const SLOW_BYTES_PER_SECOND = 6_000;
const BEFORE_MS = 5_000;
const SLOW_MS = 20_000;

/**
 * Throttles the uplink in the client's worker. What the line cannot carry waits and counts as buffered, so the
 * client's own rules for a slow line apply (it drops the oldest audio and reports the gap).
 */
export const slowNetwork: Scenario = {
  id: 'slow-network',
  title: 'Slow network',
  story:
    'For twenty seconds the line carries a fifth of what a call needs. Results come late; what is lost is said.',
  async run(desk) {
    const network = desk.faultyNetwork();
    if (!(await desk.startSampleCall({ environment: network.environment() }))) return;
    desk.log('The call is analyzed over a good line.');
    if (!(await desk.wait(BEFORE_MS))) return;
    network.set({ uploadBytesPerSecond: SLOW_BYTES_PER_SECOND });
    desk.log('The line now carries 6 kB a second; a call needs 32.');
    if (!(await desk.wait(SLOW_MS))) return;
    network.set({ uploadBytesPerSecond: null });
    desk.log('The line is good again; results catch up.');
  },
};
