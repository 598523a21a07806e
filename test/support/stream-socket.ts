/** One WebSocket to a relay: refused with a status, or open, then closed with a code. */
import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';

export interface ConnectOptions {
  /** `psk_…` in `Authorization: Bearer`. */
  key?: string;
  /** Sub-protocol entries, `undertone.auth.<token>` among them. */
  protocols?: readonly string[];
  origin?: string;
  headers?: Record<string, string>;
}

export interface Close {
  code: number;
  reason: string;
}

/** The relay answered the upgrade with an ordinary HTTP response. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`upgrade refused with HTTP ${status}: ${body}`);
  }

  /** The `code` of the error envelope. */
  get code(): string | undefined {
    return (JSON.parse(this.body) as { error?: { code?: string } }).error?.code;
  }
}

const brokenBy = new WeakMap<WebSocket, string>();

/** Opens a socket. @throws UpgradeRefused */
export const openSocket = async (url: string, options: ConnectOptions = {}): Promise<WebSocket> => {
  const socket = new WebSocket(url, [...(options.protocols ?? [])], {
    perMessageDeflate: false,
    handshakeTimeout: 15_000,
    ...(options.origin === undefined ? {} : { origin: options.origin }),
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...options.headers,
    },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => reject(new UpgradeRefused(response.statusCode ?? 0, body)));
    });
  });
  socket.removeAllListeners('error');
  // A broken link also closes the socket. Tests look at the close, so its reason reports the error.
  socket.on('error', (error) => brokenBy.set(socket, error.message));
  return socket;
};

/** Returns how a socket closed. @throws when it has not closed within `withinMs` */
export const closeOf = async (socket: WebSocket, withinMs = 15_000): Promise<Close> => {
  const signal = AbortSignal.timeout(withinMs);
  const [code, reason] = (await once(socket, 'close', { signal })) as [number, Buffer];
  return { code, reason: brokenBy.get(socket) ?? reason.toString() };
};

/** A message's bytes. */
export const toBytes = (data: RawData): Buffer => {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
};
