import type { Scenario } from './scenario.js';

/** A real call, with the microphone in place of the customer. */
export const microphone: Scenario = {
  id: 'microphone',
  title: 'Microphone',
  story: 'Your microphone in the customer’s place. Speak as an upset customer would.',
  async run(desk) {
    await desk.startMicrophoneCall();
  },
};
