import {
  CredentialError,
  REACH_TIMEOUT_MS,
  RelayError,
  reach,
  socketOpener,
  UsageError,
  type Reach,
  type TokenContext,
} from '@undertone/client/transport';
import { ApiError, Undertone } from '@undertone/sdk';
import { WebSocket } from 'ws';
import type { ListenOptions } from './options.js';

/** The WebSocket of `ws`. */
export const openSocket = socketOpener((url, protocols) => new WebSocket(url, protocols));

/** The relay's two addresses. @throws UsageError `invalid_option` */
export const addressesOf = (url: string): { readonly http: string; readonly stream: string } => {
  if (!URL.canParse(url)) throw new UsageError('invalid_option', 'url is no address');
  const address = new URL(url);
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(address.protocol))
    throw new UsageError('invalid_option', 'url begins with https:// or wss://');
  if (address.search !== '' || address.username !== '' || address.password !== '')
    throw new UsageError('invalid_option', 'url holds no credential; give apiKey or getToken');
  const tls = address.protocol === 'https:' || address.protocol === 'wss:';
  const rest = `${address.host}${address.pathname.replace(/\/+$/, '')}`;
  return {
    http: `http${tls ? 's' : ''}://${rest}`,
    stream: `ws${tls ? 's' : ''}://${rest}/v1/stream/realtime`,
  };
};

/** What asks for tokens. @throws UsageError `invalid_option` */
export const tokensOf = ({
  apiKey,
  getToken,
  line,
  url,
}: ListenOptions): ((context: TokenContext) => Promise<string>) => {
  if ((apiKey === undefined) === (getToken === undefined))
    throw new UsageError('invalid_option', 'give either apiKey or getToken');
  if (apiKey === undefined) return getToken as NonNullable<typeof getToken>;
  const undertone = new Undertone({ apiKey, baseUrl: addressesOf(url).http });
  return async ({ sessionId }) => {
    try {
      const { token } = await undertone.createStreamToken({
        ...(sessionId !== undefined && { session_id: sessionId }),
        ...(line !== undefined && { line }),
      });
      return token;
    } catch (cause) {
      throw cause instanceof ApiError && !cause.retryable ? refusalOf(cause) : cause;
    }
  };
};

/** What answers plain HTTP at the stream's address. */
export const probeOf = (url: string) => (): Promise<Reach> =>
  reach(() => fetch(url.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(REACH_TIMEOUT_MS) }));

/** A refusal that another try would not change ends the session. */
const refusalOf = (cause: ApiError): CredentialError | RelayError =>
  cause.status === 401
    ? new CredentialError('unauthorized', cause.message, { cause })
    : new RelayError(cause.code, cause.message, { cause });
