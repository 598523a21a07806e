import type { Scenario } from './scenario.js';

/** A call with two synthesized voices. The customer is calm, then angry, then calm again. */
export const sampleCall: Scenario = {
  id: 'sample-call',
  title: 'Sample call',
  story:
    'Two synthesized voices: a customer who gets angry and calms down again, and an agent, who is not analyzed.',
  async run(desk) {
    await desk.startSampleCall();
  },
};
