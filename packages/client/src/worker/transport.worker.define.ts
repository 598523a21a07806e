import { systemScheduler } from '../common/scheduler.js';
import { openBrowserSocket } from './browser-socket.js';
import { TransportService } from './transport-service.js';

/** The worker's entry: its realm around {@link TransportService}. */
const service = new TransportService({
  page: self,
  openSocket: openBrowserSocket,
  scheduler: systemScheduler(self),
  random: Math.random,
  async isHealthy(url) {
    try {
      return (await fetch(url, { cache: 'no-store', credentials: 'omit' })).ok;
    } catch {
      return false; // "no answer" is the answer here
    }
  },
  async loadModels(page, assetBase, channelCount) {
    const { loadRemoteModels } = await import('../vad/neural.js');
    return loadRemoteModels(page, assetBase, channelCount);
  },
});

self.addEventListener('online', () => service.networkOnline());
