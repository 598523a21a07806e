import { LIMITS } from '@undertone/protocol';
import type { Logger } from '../common/logger.js';
import { UsageError } from '../common/undertone-error.js';
import type { ReconnectOptions } from '../transport/reconnect-policy.js';
import type { TokenContext } from '../transport/transport-types.js';

/** How to watch. */
export interface ObserveOptions {
  /** Address of `/v1/stream/realtime`; `http:` and `ws:` are the same here. Default: the page's own origin. */
  url?: string;
  /**
   * Fetches a token with the scope `stream.observe` from your own server, once per connection. Throw to say that there
   * is none.
   */
  getToken: (context: TokenContext) => Promise<string>;
  /** Types of messages, such as `directive`; left out, everything that observers may see. */
  kinds?: readonly string[];
  /** Directives a second of each channel, 0.1 to 50; left out, all of them. */
  maxRateHz?: number;
  reconnect?: ReconnectOptions;
  logger?: Logger;
  /** Aborting it disposes the observer. */
  signal?: AbortSignal;
}

/** Sessions that one connection may watch. */
export const MAX_OBSERVED = 20;

/** @throws UsageError `invalid_option`, naming the option in `details` */
export const checkObserveOptions = ({ getToken, maxRateHz }: Partial<ObserveOptions>): void => {
  if (typeof getToken !== 'function') throw invalid('getToken', 'must be a function');
  if (maxRateHz !== undefined && !(maxRateHz >= 0.1 && maxRateHz <= 50)) {
    throw invalid('maxRateHz', 'must be from 0.1 to 50');
  }
};

/** @throws UsageError `invalid_option` */
export const checkSessionId = (sessionId: unknown): string => {
  const most = LIMITS.sessionIdCharacters;
  if (typeof sessionId === 'string' && sessionId !== '' && sessionId.length <= most) return sessionId;
  throw invalid('sessionId', `must be a session id of 1 to ${most} characters`);
};

const invalid = (option: string, what: string): UsageError =>
  new UsageError('invalid_option', `${option} ${what}`, { details: { option } });
