import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** One request that a receiver got. */
export interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly requests: readonly Received[];
  /** Connections that were opened, for receivers that never see a request. */
  readonly connections: () => number;
  close(): Promise<void>;
}

const listen = async (server: Server | TcpServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const closing = (server: Server | TcpServer) => async (): Promise<void> => {
  if ('closeAllConnections' in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

/** A receiver that reads the body before it answers as `answer` says. */
export const startReceiver = async (answer: RequestListener): Promise<Receiver> => {
  const requests: Received[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      answer(request, response);
    });
  });
  server.on('connection', () => connections++);
  const port = await listen(server);
  return {
    requests,
    url: `http://127.0.0.1:${port}/hook?token=abc`,
    connections: () => connections,
    close: closing(server),
  };
};

/** Resets every connection, at the TCP level. */
const startResetting = async (): Promise<Receiver> => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    socket.once('data', () => socket.resetAndDestroy());
    socket.on('error', () => undefined);
  });
  const port = await listen(server);
  return {
    requests: [],
    connections: () => connections,
    url: `http://127.0.0.1:${port}/`,
    close: closing(server),
  };
};

/** A TLS server without any certificate: every handshake fails. */
const startBadTls = async (): Promise<Receiver> => {
  let connections = 0;
  const server = createTlsServer({});
  server.on('connection', () => connections++);
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  return {
    requests: [],
    connections: () => connections,
    url: `https://127.0.0.1:${port}/`,
    close: closing(server),
  };
};

/** Promises keep-alive, and closes the connection right after the answer. */
const closesKeepAlive: RequestListener = (request, response) => {
  response.setHeader('connection', 'keep-alive').setHeader('content-length', '2');
  response.end('ok', () => request.socket.destroy());
};

/** An endless answer, sent as fast as the client reads. */
const endless =
  (sent: { bytes: number }): RequestListener =>
  (_, response) => {
    const chunk = Buffer.alloc(65_536, 'x');
    response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) });
    response.on('error', () => undefined);
    const push = (): void => {
      while (!response.destroyed) {
        sent.bytes += chunk.length;
        if (!response.write(chunk)) break;
      }
    };
    response.on('drain', push);
    push();
  };

/** Sends one byte of the answer at this interval, forever. */
const dripping =
  (everyMs: number): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    const timer = setInterval(() => response.write('x'), everyMs);
    response.on('close', () => clearInterval(timer));
    response.write('x');
  };

/** 1 GB of zeros in 1 MB. */
const bomb = (): RequestListener => {
  const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  return (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
};

export interface Eleven {
  readonly kinds: Readonly<Record<Kind, Receiver>>;
  /** The target of the redirect: an internal address that must get no connection. */
  readonly internal: Receiver;
  /** How many bytes the endless receiver could write. */
  readonly endless: { readonly bytes: number };
  close(): Promise<void>;
}

export const KINDS = [
  'answers 500',
  'redirects to an internal address',
  'answers 200 after the deadline',
  'sends a byte a second',
  'answers with 10 GB',
  'resets the connection',
  'has bad TLS',
  'answers 410',
  'answers 429 with Retry-After',
  'closes a connection it promised to keep',
  'answers with a gzip bomb',
] as const;
export type Kind = (typeof KINDS)[number];

/** @param timeoutMs the sender's timeout. Slow receivers take a fifth longer, as 6 s to 5 s. */
export const startEleven = async (timeoutMs: number, retryAfterS: number): Promise<Eleven> => {
  const sent = { bytes: 0 };
  const internal = await startReceiver((_, response) => response.end('secrets'));
  const kinds: Record<Kind, Receiver> = {
    'answers 500': await startReceiver((_, response) => response.writeHead(500).end('no')),
    'redirects to an internal address': await startReceiver((_, response) =>
      response.writeHead(307, { location: internal.url }).end(),
    ),
    'answers 200 after the deadline': await startReceiver((_, response) => {
      const timer = setTimeout(() => response.end('late'), timeoutMs * 1.2);
      response.on('close', () => clearTimeout(timer));
    }),
    'sends a byte a second': await startReceiver(dripping(timeoutMs / 5)),
    'answers with 10 GB': await startReceiver(endless(sent)),
    'resets the connection': await startResetting(),
    'has bad TLS': await startBadTls(),
    'answers 410': await startReceiver((_, response) => response.writeHead(410).end()),
    'answers 429 with Retry-After': await startReceiver((_, response) =>
      response.writeHead(429, { 'retry-after': String(retryAfterS) }).end(),
    ),
    'closes a connection it promised to keep': await startReceiver(closesKeepAlive),
    'answers with a gzip bomb': await startReceiver(bomb()),
  };
  return {
    kinds,
    internal,
    endless: sent,
    close: async () => {
      await Promise.all([...Object.values(kinds), internal].map((receiver) => receiver.close()));
    },
  };
};
