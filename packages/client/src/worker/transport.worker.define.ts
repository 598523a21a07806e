import { systemScheduler } from '../common/scheduler.js';
import { openBrowserSocket } from './browser-socket.js';
import { TransportService } from './transport-service.js';

/** The entry of the worker: connects {@link TransportService} to its environment. */
const service = new TransportService({
  page: self,
  openSocket: openBrowserSocket,
  scheduler: systemScheduler(self),
  random: Math.random,
  async isHealthy(url) {
    try {
      return (await fetch(url, { cache: 'no-store', credentials: 'omit' })).ok;
    } catch {
      return false; // no answer means that the relay is not reachable
    }
  },
  async loadModels(page, assetBase, channelCount) {
    const { loadRemoteModels } = await import('../vad/neural.js');
    return loadRemoteModels(page, assetBase, channelCount);
  },
});

self.addEventListener('online', () => service.networkOnline());
