import {
  CredentialError,
  REACH_TIMEOUT_MS,
  RelayError,
  reach,
  UsageError,
  type OpenSocket,
  type Reach,
  type TokenContext,
} from '@undertone/client/transport';
import { ApiError, Undertone } from '@undertone/sdk';
import { WebSocket } from 'ws';
import type { ListenOptions } from './options.js';

/** `ws` in the form that the client's connection takes. */
export const openSocket: OpenSocket = (url, protocols, handlers) => {
  const socket = new WebSocket(url, protocols);
  socket.binaryType = 'arraybuffer';
  let isOver = false;
  socket.on('open', () => isOver || handlers.onOpen(socket.protocol));
  socket.on('message', (data, isBinary) => {
    // The binary form has no text. An invalid byte makes the decoder say so.
    if (!isOver) handlers.onMessage(isBinary ? new Uint8Array(data as ArrayBuffer) : new Uint8Array([0xff]));
  });
  // A refused upgrade is an error and then a close; the close is what is told.
  socket.on('error', () => undefined);
  socket.on('close', (code, reason) => isOver || handlers.onClose(code, reason.toString()));
  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (data) => socket.send(data),
    close(code, reason) {
      isOver = true;
      if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
      else socket.close(code, reason);
    },
  };
};

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
