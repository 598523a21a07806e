import { systemScheduler } from '../common/scheduler.js';
import { reach, REACH_TIMEOUT_MS } from '../transport/reach.js';
import { openBrowserSocket } from './browser-socket.js';
import { TransportService } from './transport-service.js';

/** The entry of the worker: connects {@link TransportService} to its environment. */
const service = new TransportService({
  page: self,
  openSocket: openBrowserSocket,
  scheduler: systemScheduler(self),
  random: Math.random,
  reach: (url) =>
    reach((mode) => {
      const signal = AbortSignal.timeout(REACH_TIMEOUT_MS);
      return fetch(url, { mode, signal, cache: 'no-store', credentials: 'omit' });
    }),
  async loadModels(page, assetBase, channelCount) {
    const { loadRemoteModels } = await import('../vad/neural.js');
    return loadRemoteModels(page, assetBase, channelCount);
  },
});

self.addEventListener('online', () => service.networkOnline());
