import { silentLogger } from '../common/logger.js';
import { streamAddresses } from '../session/session-options.js';
import { readToken } from '../session/token.js';
import { reach, REACH_TIMEOUT_MS } from '../transport/reach.js';
import { reconnectPolicy } from '../transport/reconnect-policy.js';
import { checkObserveOptions, type ObserveOptions } from './observe-options.js';
import { ObserverLink } from './observer-link.js';
import { observerPage, type ObserverPage } from './observer-page.js';
import { pageSocket } from './page-socket.js';
import { SessionObserver } from './session-observer.js';

/**
 * Watches live sessions, for a supervisor's screen. It needs no microphone, no worker and no assets, and costs no credits.
 *
 * @example
 * const observer = observe({ getToken });
 * panel.session = observer.watch('ses_…');
 *
 * @param environment the page; only tests pass one
 * @throws UsageError `invalid_option`
 */
export const observe = (
  options: ObserveOptions,
  environment: ObserverPage = observerPage(),
): SessionObserver => {
  checkObserveOptions(options);
  const { scheduler, baseUrl } = environment;
  const { stream, probe } = streamAddresses(options, baseUrl);
  const observer = new SessionObserver(options, {
    scheduler,
    createLink: (self) =>
      new ObserverLink({
        scheduler,
        url: stream,
        openSocket: pageSocket(environment),
        policy: reconnectPolicy(Math.random, options.reconnect),
        logger: options.logger ?? silentLogger,
        probe: () =>
          reach((mode) => environment.fetch(probe, { mode, signal: AbortSignal.timeout(REACH_TIMEOUT_MS) })),
        getToken: async (context) => readToken(await options.getToken(context)),
        onOpen: () => self.opened(),
        onMessage: (message) => self.received(message),
        onAway: (attempt, delayMs, reason) => self.away(attempt, delayMs, reason),
        onOver: (error, reason) => self.ended(error, reason),
      }),
  });
  const { signal } = options;
  if (signal?.aborted === true) observer.dispose();
  else signal?.addEventListener('abort', () => observer.dispose(), { once: true });
  return observer;
};
