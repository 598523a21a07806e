import { systemScheduler } from '../common/scheduler.js';
import { reach, REACH_TIMEOUT_MS } from '../transport/reach.js';
import { RemoteHearing } from '../hearing/remote-hearing.js';
import { loadRemoteModels } from '../vad/remote-models.js';
import { socketOpener } from '../transport/web-socket.js';
import type { CallPort } from './calls.js';
import { TransportService } from './transport-service.js';

/**
 * Connects {@link TransportService} to its environment.
 *
 * @param page answers there; this worker's own scope, or a port where the page runs this file in its own thread
 * @returns what stops it
 */
export const serve = (page: CallPort): (() => void) => {
  const service = new TransportService({
    page,
    openSocket: socketOpener((url, protocols) => new WebSocket(url, protocols)),
    scheduler: systemScheduler(self),
    random: Math.random,
    reach: (url) =>
      reach((mode) => {
        const signal = AbortSignal.timeout(REACH_TIMEOUT_MS);
        return fetch(url, { mode, signal, cache: 'no-store', credentials: 'omit' });
      }),
    loadModels: loadRemoteModels,
    openHearing: (...args) => new RemoteHearing(...args),
  });

  const online = () => service.networkOnline();
  self.addEventListener('online', online);
  return () => {
    self.removeEventListener('online', online);
    service.dispose();
  };
};

// In a page there is a document, and the page says where to answer.
if (!('document' in self)) serve(self);
