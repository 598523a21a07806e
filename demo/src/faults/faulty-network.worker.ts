/**
 * The client's own transport worker on a network that the page can break. It puts a {@link FaultySocket} where the
 * worker finds its WebSocket, then loads the real worker's file; nothing of the client is replaced.
 *
 * The fragment of this worker's address names the fault channel and the file to load.
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
// The page may have broken the network before this worker was there to hear of it.
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

/** What the page says while the real worker is still being loaded: kept, and said again when it is there. */
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
