import type { Scenario } from './scenario.js';

/** The real thing, with the microphone in the caller's place. */
export const microphone: Scenario = {
  id: 'microphone',
  title: 'Microphone',
  story: 'Your microphone in the customer’s place. Speak as an upset customer would.',
  async run(desk) {
    await desk.startMicrophoneCall();
  },
};
