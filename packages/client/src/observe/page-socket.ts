import type { ObserverPage } from './observer-page.js';
import type { OpenSocket } from '../transport/transport-types.js';
import { socketOpener } from '../transport/web-socket.js';

/** The page's WebSocket. Observers send little and need no worker. */
export const pageSocket = (environment: Pick<ObserverPage, 'createSocket'>): OpenSocket =>
  socketOpener((url, protocols) => environment.createSocket(url, protocols));
