import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';
import { handshake, opened } from '../testing/handshake.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

const open = async (protocol = 'undertone.v1.proto'): Promise<WebSocket> => {
  const headers = { Authorization: `Bearer ${rig.first.key}` };
  return opened(await handshake(`${rig.url}/v1/stream/realtime`, [protocol], headers)).socket;
};

describe('sockets', () => {
  it('carry text and binary both ways, byte for byte', async () => {
    const socket = await open('undertone.v1.json');
    const received: { data: Buffer; isBinary: boolean }[] = [];
    socket.on('message', (data, isBinary) => received.push({ data: data as Buffer, isBinary }));
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index & 0xff));
    socket.send('{"type":"ping","ä":"€"}');
    socket.send(bytes);
    await expect.poll(() => received.length).toBe(2);
    expect(received[0]).toMatchObject({ isBinary: false });
    expect(received[0]?.data.toString()).toBe('{"type":"ping","ä":"€"}');
    expect(received[1]?.isBinary === true && received[1].data.equals(bytes)).toBe(true);
    socket.terminate();
  });

  it('deliver a message of 1 MB, so that the stream can answer it with 4413', async () => {
    const socket = await open();
    const entry = rig.accepted.at(-1);
    socket.send(Buffer.alloc(1024 * 1024));
    await expect.poll(() => entry?.messages[0]?.data.length).toBe(1024 * 1024);
    socket.terminate();
  });

  it('close with the given code and reason, and cut the reason at 123 bytes', async () => {
    const socket = await open();
    const closed = new Promise<[number, string]>((resolve) =>
      socket.once('close', (code, reason) => resolve([code, reason.toString()])),
    );
    rig.accepted.at(-1)?.socket.close(4401, 'é'.repeat(100));
    expect(await closed).toEqual([4401, 'é'.repeat(61)]);
  });

  it('accept calls after they are closed, and drop what is sent', async () => {
    const socket = await open();
    const entry = rig.accepted.at(-1)!;
    entry.socket.close(1000, 'bye');
    expect(entry.closedWith).toBe(1000);
    expect(entry.socket.send('late')).toBe('dropped');
    expect(entry.socket.bufferedBytes()).toBe(0);
    entry.socket.close(4400, 'again');
    let ran = false;
    entry.socket.cork(() => {
      ran = true;
    });
    expect(ran).toBe(true);
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('close alone when their handler throws', async () => {
    const victim = await open();
    const other = await open();
    const closed = new Promise<number>((resolve) => victim.once('close', resolve));
    rig.onMessage = () => {
      throw new Error('a bug');
    };
    victim.send('x');
    expect(await closed).toBe(1011);
    rig.onMessage = undefined;
    const echoed = new Promise((resolve) => other.once('message', resolve));
    other.send('still here');
    await echoed;
    other.terminate();
  });

  it('S8: report when a reader does not read, and close at the limit instead of dropping data silently', async () => {
    const socket = await open();
    const entry = rig.accepted.at(-1)!;
    socket.pause();
    const chunk = new Uint8Array(64 * 1024);
    const outcomes = new Set<string>();
    for (let count = 0; count < 400 && entry.closedWith === undefined; count++) {
      outcomes.add(entry.socket.send(chunk));
      if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(outcomes).toContain('sent');
    expect(outcomes).toContain('buffered');
    await expect.poll(() => entry.closedWith).toBeDefined();
    socket.terminate();
  });
});
