import { createConnection } from 'node:net';
import type { HttpResponse } from 'uWebSockets.js';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Responder } from './responder.js';
import { get, silent, start } from './testing/server-rig.js';
import type { HandshakeDecision } from './websocket.js';

describe('handshakes', () => {
  it('are accepted with corked headers and an upgrade that is not, which this build of the library would cut', () => {
    const calls: string[] = [];
    let corked = false;
    const note = (what: string): void => void calls.push(corked ? `${what}, corked` : what);
    const response = {
      onAborted: () => undefined,
      cork: (run: () => void) => {
        corked = true;
        run();
        corked = false;
      },
      writeStatus: note,
      writeHeader: note,
    } as unknown as HttpResponse;
    new Responder(response, 'req_1', () => undefined).handOver({ 'X-One': '1', 'X-Two': '2' }, () =>
      note('upgrade'),
    );
    expect(calls).toEqual(['101 Switching Protocols, corked', 'X-One, corked', 'X-Two, corked', 'upgrade']);
  });

  it('give back what they took when the client leaves before the decision', async () => {
    let decide: (value: HandshakeDecision) => void = () => undefined;
    let asked: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (asked = resolve));
    const { port } = await start(() => Promise.resolve({ status: 204 }), {
      decide: () => {
        asked();
        return new Promise((resolve) => (decide = resolve));
      },
    });
    const socket = createConnection(port, '127.0.0.1');
    socket.write(
      'GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await arrived;
    socket.destroy();
    expect((await get(port)).status).toBe(204);
    const outcome = await new Promise<string>((resolve) => {
      decide({
        kind: 'accept',
        subprotocol: undefined,
        open: () => {
          resolve('opened');
          return silent;
        },
        release: () => resolve('abandoned'),
      });
    });
    expect(outcome).toBe('abandoned');
  });

  it('are answered with 500 when a bug makes them fail', async () => {
    const { port, failures } = await start(() => Promise.resolve({ status: 204 }), {
      decide: () => Promise.reject(new Error('a bug')),
    });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
    const status = await new Promise((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('error', () => undefined);
    });
    expect(status).toBe(500);
    expect(failures).toHaveLength(1);
  });

  it('count by the address that the proxy names, if the proxy is trusted', async () => {
    const { port } = await start(() => Promise.resolve({ status: 204 }), {
      trustProxy: true,
      handshakes: { burst: 1, perMinute: 1 },
    });
    const connect = (forwarded: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, {
          headers: { 'X-Forwarded-For': forwarded },
        });
        socket.once('open', () => resolve('open'));
        socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
        socket.once('error', () => undefined);
      });
    expect(await connect('198.51.100.1')).toBe('open');
    expect(await connect('198.51.100.2')).toBe('open');
    // The first entry is the client's claim. Only the last one was written by our proxy.
    expect(await connect('203.0.113.9, 198.51.100.1')).toBe('429');
  });
});
