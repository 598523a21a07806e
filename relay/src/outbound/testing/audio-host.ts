import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress } from '../public-address.js';
import type { SafeHttpOptions } from '../safe-http.js';

/** Stands for a public address in tests. Every other loopback address stays private. */
export const PUBLIC = '127.0.0.9';
export const PRIVATE = '127.0.0.2';

export interface Host {
  readonly port: number;
  /** The number of accepted connections, with or without a request. */
  connections(): number;
  /** Requests as they came, with headers. */
  readonly requests: { url: string; headers: Record<string, unknown> }[];
  close(): Promise<void>;
}

/** A web server on its own loopback address. */
export const startHost = async (address: string, listener: RequestListener, port = 0): Promise<Host> => {
  let connections = 0;
  const requests: Host['requests'] = [];
  const server: Server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    listener(request, response);
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Options that treat {@link PUBLIC} as public, on every port, with the host names in `names`. */
export const publicLoopback = (names: Readonly<Record<string, readonly string[]>>): SafeHttpOptions => ({
  isAllowedAddress: (address) => address === PUBLIC || isPublicAddress(address),
  isAllowedPort: () => true,
  lookup: (name) => {
    const addresses = names[name];
    return addresses === undefined ? Promise.reject(new Error(`no ${name}`)) : Promise.resolve(addresses);
  },
});
