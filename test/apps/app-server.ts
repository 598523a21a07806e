/** A customer's own server: the pages of an app, with its CSP, and its token endpoint. */
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createUndertoneTokenHandler, type TokenTerms } from '@undertone/sdk';
import type { RelayProcess } from '../support/relay-process.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

export class AppServer {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param folder the built app @param policy its CSP @param terms of its tokens */
  static async start(
    folder: string,
    policy: string,
    relay: RelayProcess,
    terms: TokenTerms | true = true,
  ): Promise<AppServer> {
    const giveToken = createUndertoneTokenHandler<unknown>({
      apiKey: relay.key,
      baseUrl: relay.url,
      authorize: () => terms,
    });
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/undertone-token') {
        void giveToken(request, response);
        return;
      }
      const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      stat(path)
        .then(() => readFile(path))
        .then(
          (body) => {
            response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
            response.setHeader('Content-Security-Policy', policy);
            response.end(body);
          },
          () => {
            response.statusCode = pathname === '/favicon.ico' ? 204 : 404;
            response.end();
          },
        );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new AppServer(server, `http://localhost:${(server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
