import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ConnectionError, TimeoutError } from '../http/errors.js';
import { LiveStream, type LiveStreamOptions } from './live-stream.js';

let close: () => void = () => undefined;
afterEach(() => close());

const open = (port: number, options: Partial<LiveStreamOptions> = {}): Promise<LiveStream> =>
  LiveStream.open({
    url: `ws://127.0.0.1:${port}/v1/stream`,
    token: 'st_1',
    hello: { sample_rate: 16_000 },
    open: (url, protocols) => new WebSocket(url, protocols),
    ...options,
  });

const portOf = (server: Server | WebSocketServer): number => (server.address() as AddressInfo).port;

/** A relay's port behind which nobody answers. */
const silentServer = async (): Promise<{ port: number; next: Promise<Socket> }> => {
  const server = createServer();
  const next = once(server, 'connection').then(([socket]) => socket as Socket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  return { port: portOf(server), next };
};

/** A relay that answers the hello with one message; `said` is the code that the stream is closed with. */
const relay = async (): Promise<{ port: number; said: Promise<unknown> }> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  close = () => {
    for (const client of server.clients) client.terminate();
    server.close();
  };
  const said = once(server, 'connection').then(async ([socket]) => {
    const peer = socket as WebSocket;
    peer.once('message', () => peer.send(JSON.stringify({ type: 'session.ready' })));
    const [code] = (await once(peer, 'close')) as [number];
    return code;
  });
  return { port: portOf(server), said };
};

describe('A live stream', () => {
  it('is given up when nobody answers in time, and leaves no connection', async () => {
    const { port, next } = await silentServer();
    await expect(open(port, { timeoutMs: 60 })).rejects.toBeInstanceOf(TimeoutError);
    await once((await next).resume(), 'close');
  });

  it('is given up when its signal aborts before anybody answers', async () => {
    const { port, next } = await silentServer();
    const stop = new AbortController();
    const opening = open(port, { signal: stop.signal });
    const socket = await next;
    stop.abort(new Error('not any more'));
    await expect(opening).rejects.toThrow('not any more');
    await once(socket.resume(), 'close');
  });

  it('opens no socket for a signal that has aborted', async () => {
    const sockets: string[] = [];
    const opening = open(1, {
      signal: AbortSignal.abort(new Error('too late')),
      open: (url) => {
        sockets.push(url);
        return new WebSocket(url);
      },
    });
    await expect(opening).rejects.toThrow('too late');
    expect(sockets).toEqual([]);
  });

  it('says that nobody listens', async () => {
    const { port } = await silentServer();
    close();
    await expect(open(port)).rejects.toBeInstanceOf(ConnectionError);
  });

  it('is over at once when its signal aborts', async () => {
    const { port, said } = await relay();
    const stop = new AbortController();
    const stream = await open(port, { signal: stop.signal, timeoutMs: 5_000 });
    const types: string[] = [];
    const reading = (async () => {
      for await (const { type } of stream) {
        types.push(type);
        stop.abort(new Error('hung up'));
      }
    })();
    await expect(reading).rejects.toThrow('hung up');
    expect(types).toEqual(['session.ready']);
    expect(await said).toBe(1000);
    expect(stream.send(new Uint8Array(640))).toBe(false);
  });

  it('goes on past the limit of its opening', async () => {
    const { port } = await relay();
    const stream = await open(port, { timeoutMs: 200 });
    await pause(300);
    expect(stream.send(new Uint8Array(640))).toBe(true);
    expect(await stream[Symbol.asyncIterator]().next()).toMatchObject({ value: { type: 'session.ready' } });
  });
});
