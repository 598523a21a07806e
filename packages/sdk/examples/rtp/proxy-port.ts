import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a SIP proxy tells of its calls over HTTP: on its own machine only, since it has no authentication. */
export interface ProxyPort {
  readonly url: string;
  close(): Promise<void>;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly sdp?: string;
}

/**
 * @param port 0: any free one of the loopback address
 * @param answer gets the path and the body, which is at most `maxBodyBytes` long: a longer one is answered with 413
 */
export const openProxyPort = async (
  port: number,
  maxBodyBytes: number,
  answer: (path: string, body: string) => ProxyAnswer | Promise<ProxyAnswer>,
): Promise<ProxyPort> => {
  const server: Server = createServer((request, response) => {
    const answered = async (): Promise<ProxyAnswer> => {
      const body = await bodyOf(request, maxBodyBytes);
      return body === undefined ? { status: 413 } : answer(request.url ?? '', body);
    };
    answered().then(
      ({ status, sdp }) => {
        response.writeHead(status, sdp === undefined ? {} : { 'Content-Type': 'application/sdp' }).end(sdp);
      },
      () => response.destroy(), // it was cut off
    );
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
};

/** @returns undefined when it is too long */
const bodyOf = async (request: IncomingMessage, most: number): Promise<string | undefined> => {
  let body: string | undefined = '';
  // Read to its end in any case, because the answer needs the connection.
  for await (const chunk of request.setEncoding('utf8'))
    body = body === undefined || body.length > most ? undefined : body + (chunk as string);
  return body === undefined || body.length > most ? undefined : body;
};
