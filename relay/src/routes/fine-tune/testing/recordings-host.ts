import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { sampleWav } from './samples.js';

/** What a hostile host may do to a client that fetches from it. */
const HOSTILE: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/endless': (response) => {
    const piece = Buffer.alloc(256 * 1024);
    Readable.from(
      (function* () {
        for (;;) yield piece;
      })(),
    )
      .on('error', () => response.destroy())
      .pipe(response);
  },
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inward': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};

/** A web server with recordings. */
export interface RecordingsHost {
  readonly url: string;
  /** The number of requests so far. */
  asked(): number;
  close(): void;
}

/**
 * Serves `/calm-1.wav`, `/excited-1.wav` …, and what a hostile host would.
 * @param before what every answer waits for
 */
export const serveRecordings = async (before: () => Promise<void>): Promise<RecordingsHost> => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    void before().then(() => {
      const hostile = HOSTILE[request.url ?? ''];
      if (hostile !== undefined) {
        hostile(response);
        return;
      }
      const match = /^\/(calm|excited)-(\d+)\.wav$/.exec(request.url ?? '');
      if (match === null) response.writeHead(404).end();
      else response.end(sampleWav(match[1] === 'calm' ? 'calm' : 'excited', Number(match[2])));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    close: () => void server.close(),
  };
};
