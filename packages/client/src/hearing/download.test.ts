import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VirtualScheduler } from '../testing/virtual-scheduler.js';
import { arrives } from '../testing/session-rig.js';
import { download } from './download.js';

let server: Server;

/** @returns the address of a file that is served like this */
const served = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.onnx`;
};

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

describe('The download of what the page hears with', () => {
  it('gives the bytes, however slowly they come', async () => {
    const scheduler = new VirtualScheduler();
    let send: (part: string) => unknown = () => undefined;
    const url = await served((_request, response) => {
      response.writeHead(200, { 'content-length': 4 });
      send = (part) => response.write(part);
      send('a');
    });
    let bytes: Uint8Array | undefined;
    const after = vi.spyOn(scheduler, 'after');
    void download(url, scheduler).then((all) => (bytes = all));
    for (const [index, part] of ['b', 'c', 'd'].entries()) {
      // Once for the request, once for each part.
      await arrives(() => expect(after).toHaveBeenCalledTimes(2 + index));
      await scheduler.advance(20_000);
      send(part);
    }
    await arrives(() => expect(new TextDecoder().decode(bytes)).toBe('abcd'));
    expect(scheduler.pending).toBe(0);
  });

  it('is given up when nothing comes for half a minute', async () => {
    const scheduler = new VirtualScheduler();
    const url = await served((_request, response) => void response.writeHead(200).write('half'));
    const failed = expect(download(url, scheduler)).rejects.toThrow(`${url}: nothing came for 30 s`);
    await arrives(() => expect(scheduler.pending).toBe(1));
    await scheduler.advance(30_000);
    await failed;
    expect(scheduler.pending).toBe(0);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['is missing', (_request, response) => void response.writeHead(404).end(), /live\.onnx: answered 404$/],
    [
      'breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('half');
        response.destroy();
      },
      /live\.onnx: /,
    ],
  ])('names the file that %s', async (_what, listener, message) => {
    await expect(download(await served(listener), new VirtualScheduler())).rejects.toThrow(message);
  });
});
