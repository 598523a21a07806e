import { browserEnvironment, type PageEnvironment } from '@undertone/client';
import workerUrl from './faulty-network.worker.ts?worker&url';
import { channelName, HEALTHY, type FaultPlan } from './fault-plan.js';

/** The page's side of a network with faults. It runs the client's own worker behind a faulty socket. */
export class FaultyNetwork {
  private readonly callId = crypto.randomUUID();
  private readonly channel = new BroadcastChannel(channelName(this.callId));
  private plan: FaultPlan = HEALTHY;

  constructor() {
    this.channel.onmessage = () => this.channel.postMessage(this.plan);
  }

  /** Changes the faults: breaks or repairs the network. */
  set(change: Partial<FaultPlan>): void {
    this.plan = { ...this.plan, ...change };
    this.channel.postMessage(this.plan);
  }

  /** Loses the connection for a moment. */
  drop(): void {
    this.set({ drops: this.plan.drops + 1 });
  }

  /** The page's normal environment, except for the transport worker's network. */
  environment(): PageEnvironment {
    const page = browserEnvironment();
    return {
      ...page,
      createWorker: (transport, name) => {
        if (name !== 'undertone-transport') return page.createWorker(transport, name);
        const url = new URL(workerUrl, window.location.href);
        url.hash = new URLSearchParams({ transport, call: this.callId }).toString();
        return page.createWorker(url.href, name);
      },
    };
  }

  dispose(): void {
    this.channel.close();
  }
}
