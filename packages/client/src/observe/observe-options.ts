import { LIMITS } from '@undertone/protocol';
import type { Logger } from '../common/logger.js';
import { UsageError } from '../common/undertone-error.js';
import type { ReconnectOptions } from '../transport/reconnect-policy.js';
import type { TokenAnswer } from '../session/token.js';
import type { TokenContext } from '../transport/transport-types.js';

/** How to watch. */
export interface ObserveOptions {
  /** The relay's address, as in `createSession`. Default: the page's own origin. */
  url?: string | undefined;
  /**
   * Fetches a token with the scope `stream.observe` from your own server. Called once per connection. Throw when there is no
   * token.
   */
  getToken: (context: TokenContext) => Promise<TokenAnswer>;
  /** Types of messages, such as `directive`. Default: everything that observers may see. */
  kinds?: readonly string[] | undefined;
  /** Directives per second and channel, 0.1 to 50. Default: all of them. */
  maxRateHz?: number | undefined;
  /** How often and how long a lost connection is tried again. */
  reconnect?: ReconnectOptions | undefined;
  /** Where log lines go. Default: nowhere. */
  logger?: Logger | undefined;
  /** Disposes the observer when it aborts. */
  signal?: AbortSignal | undefined;
}

/** How many sessions one connection may watch. */
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
