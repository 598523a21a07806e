/**
 * Runs the client's own transport worker on a network that the page can break. It replaces the global WebSocket with a
 * {@link FaultySocket} and wraps fetch, then loads the real worker's file. No code of the client is replaced.
 *
 * The fragment of this worker's URL gives the call id, for the fault channel, and the file to load.
 */
import { channelName, HEALTHY, type FaultPlan } from './fault-plan.js';
import { FaultySocket } from './faulty-socket.js';

const parameters = new URLSearchParams(self.location.hash.slice(1));
const transport = parameters.get('transport') ?? '';
const callId = parameters.get('call') ?? '';

let plan: FaultPlan = HEALTHY;
const faults = new BroadcastChannel(channelName(callId));
faults.onmessage = (event: MessageEvent<FaultPlan>) => {
  plan = event.data;
};
// The page may have broken the network before this worker started.
faults.postMessage('hello');

const RealSocket = self.WebSocket;
const realFetch = self.fetch.bind(self);

Object.assign(self, {
  WebSocket: function (url: string, protocols?: string[]) {
    return new FaultySocket(
      () => new RealSocket(url, protocols),
      () => plan,
    );
  },
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    plan.cut ? Promise.reject(new TypeError('the network is cut')) : realFetch(input, init),
});

/** Messages that the page sends while the real worker loads. They are kept and dispatched again afterwards. */
const early: MessageEvent[] = [];
const keep = (event: MessageEvent): void => {
  event.stopImmediatePropagation();
  early.push(event);
};
self.addEventListener('message', keep);
await import(/* @vite-ignore */ transport);
self.removeEventListener('message', keep);
for (const { data, ports } of early) {
  self.dispatchEvent(new MessageEvent('message', { data: data as unknown, ports: [...ports] }));
}
