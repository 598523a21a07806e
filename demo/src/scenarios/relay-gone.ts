import type { Scenario } from './scenario.js';

const BEFORE_MS = 8_000;
const GONE_MS = 5_000;

/**
 * Cuts the link in the client's worker, under its WebSocket: the open socket is lost without a close frame and no new
 * one can be opened, as when a relay is killed. To see the same with a real relay, stop and start it instead.
 */
export const relayGone: Scenario = {
  id: 'relay-gone',
  title: 'Relay gone and back',
  story:
    'The connection is lost for five seconds. Audio is kept, sent afterwards, and each second analyzed once.',
  async run(desk) {
    const network = desk.faultyNetwork();
    if (!(await desk.startSampleCall({ environment: network.environment() }))) return;
    desk.log('The call is analyzed. The link will be cut in eight seconds.');
    if (!(await desk.wait(BEFORE_MS))) return;
    network.set({ cut: true });
    desk.log('The link is cut. The client keeps the audio and tries again.');
    if (!(await desk.wait(GONE_MS))) return;
    network.set({ cut: false });
    desk.log('The relay can be reached again.');
    if (await desk.untilLive()) {
      desk.log('Reconnected: what was said meanwhile is sent now and its results follow.');
    }
  },
};
