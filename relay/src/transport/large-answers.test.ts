import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { get, start } from './testing/server-rig.js';

const MEGABYTE = 1024 * 1024;

/** A client that asks and then reads nothing. */
const unread = async (port: number): Promise<Socket> => {
  const socket = createConnection(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return socket;
};

describe('a large answer', () => {
  it('arrives whole, one after the other on a connection, as bytes and as text', async () => {
    const bytes = randomBytes(12 * MEGABYTE);
    const { port } = await start(({ path }) =>
      Promise.resolve({ status: 200, body: path === '/text' ? bytes.toString('base64') : bytes }),
    );
    for (const path of ['/bytes', '/text', '/bytes']) {
      const response = await get(port, path);
      const body = Buffer.from(await response.arrayBuffer());
      const read = path === '/text' ? Buffer.from(body.toString(), 'base64') : body;
      expect(Number(response.headers.get('content-length'))).toBe(body.length);
      expect(read.equals(bytes)).toBe(true);
    }
  });

  it('is not copied for a client that never reads it (S8)', async () => {
    const body = Buffer.alloc(20 * MEGABYTE, 'x');
    const { port, answers } = await start(() => Promise.resolve({ status: 200, body }));
    const before = process.memoryUsage().rss;
    const sockets: Socket[] = [];
    for (let count = 0; count < 20; count++) sockets.push(await unread(port));
    await expect.poll(() => answers.length).toBe(20);
    // 400 MB otherwise.
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(100);
    for (const socket of sockets) socket.destroy();
  });

  it('goes on from where a slow reader stopped', async () => {
    const body = randomBytes(12 * MEGABYTE);
    const { port, answers } = await start(() => Promise.resolve({ status: 200, body }));
    const socket = await unread(port);
    await expect.poll(() => answers.length).toBe(1);
    const read: Buffer[] = [];
    let size = 0;
    for await (const piece of socket) {
      read.push(piece as Buffer);
      size += (piece as Buffer).length;
      if (size > body.length) break;
    }
    expect(Buffer.concat(read).subarray(-body.length).equals(body)).toBe(true);
  });

  it('is waited for when the relay stops, and not for a reader that has gone', async () => {
    const body = randomBytes(12 * MEGABYTE);
    const { port, server, answers } = await start(() => Promise.resolve({ status: 200, body }));
    const [reader, gone] = [await unread(port), await unread(port)];
    await expect.poll(() => answers.length).toBe(2);
    server.stopListening();
    expect(await server.finish(20)).toBe(2);
    gone.destroy();
    const finished = server.finish(10_000);
    let size = 0;
    reader.on('data', (piece: Buffer) => (size += piece.length)).resume();
    expect(await finished).toBe(0);
    await expect.poll(() => size).toBeGreaterThan(body.length);
    reader.destroy();
  });

  it('is not given to a GET with a body in chunks, whose connection has to close behind it', async () => {
    const { port } = await start(({ path }) =>
      Promise.resolve({ status: 200, body: 'x'.repeat(path === '/large' ? MEGABYTE : 10) }),
    );
    const ask = async (path: string): Promise<string> => {
      const socket = createConnection(port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
      const pieces: string[] = [];
      for await (const piece of socket) pieces.push(String(piece));
      return pieces.join('');
    };
    expect(await ask('/large')).toMatch(/^HTTP\/1\.1 400 [\s\S]*must be left out: a GET has none/u);
    expect(await ask('/small')).toMatch(/^HTTP\/1\.1 200 /u);
  });
});
