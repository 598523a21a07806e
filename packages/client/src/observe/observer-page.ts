import type { PageEnvironment } from '../capture/page-environment.js';
import { systemScheduler } from '../common/scheduler.js';

/** What `observe` needs from the page. */
export interface ObserverPage extends Pick<PageEnvironment, 'scheduler' | 'baseUrl'> {
  /** Opens a WebSocket. */
  createSocket(url: string, protocols: string[]): WebSocket;
  /** Asks the relay over plain HTTP, without credentials. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** The real page. It reads globals only when called. */
export const observerPage = (): ObserverPage => ({
  scheduler: systemScheduler(window),
  baseUrl: window.location.href,
  createSocket: (url, protocols) => new WebSocket(url, protocols),
  fetch: (url, init) => fetch(url, { ...init, cache: 'no-store', credentials: 'omit' }),
});
