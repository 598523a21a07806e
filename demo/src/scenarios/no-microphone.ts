import { browserEnvironment } from '@undertone/client';
import type { Scenario } from './scenario.js';

/**
 * Simulates a missing microphone. When the client asks the page for one, it gets the browser's error for a computer
 * without a microphone. Everything else is real; the second try asks the browser itself.
 */
export const noMicrophone: Scenario = {
  id: 'no-microphone',
  title: 'No microphone',
  story: 'The computer has no microphone. The panel says so and what to do; the next try finds one.',
  async run(desk) {
    desk.log('A call is started on a computer without a microphone.');
    const started = await desk.startMicrophoneCall({
      environment: {
        ...browserEnvironment(),
        getUserMedia: () => Promise.reject(new DOMException('Requested device not found', 'NotFoundError')),
      },
    });
    if (started) return;
    desk.log('The call could not start; the panel says what to do.');
    if (!(await desk.ask('Plug in the microphone and try again'))) return;
    if (await desk.startMicrophoneCall()) {
      desk.log('The microphone is there and the call is analyzed.');
    }
  },
};
