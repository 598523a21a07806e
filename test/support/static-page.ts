/** Serves one page and its files from memory, under a policy that the test chooses. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StaticPage {
  url: string;
  close(): Promise<void>;
}

/** @param scripts file name to text @param policy the page's content security policy */
export const servePage = async (
  html: string,
  scripts: ReadonlyMap<string, string>,
  policy: string,
): Promise<StaticPage> => {
  const server = createServer(({ url }, response) => {
    const script = scripts.get((url ?? '').slice(1));
    if (url === '/') {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
      response.writeHead(200, headers).end(html);
    } else if (script !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
    } else {
      response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
