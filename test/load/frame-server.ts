/**
 * The two servers of row R2: one on the relay's own transport, one on `ws`. Each receives our audio frames and decodes them
 * to float samples. Codec and decoding are the same code, so only the sockets differ. For any message from the parent
 * except `stop`, it answers with the CPU time and frames since the last one.
 */
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { decodeInto } from '@undertone/hearing';
import { PROTOBUF } from '../../relay/dist/stream/wires/undertone-wires.js';
import type { Incoming } from '../../relay/dist/stream/wires/wire.js';
import { Server } from '../../relay/dist/transport/server.js';

const samples = new Float32Array(8_192);
let frames = 0;

/** Decodes one message and its 16-bit samples. */
const take = (data: ArrayBuffer): void => PROTOBUF.decode(data, true, count);

const count = (incoming: Incoming): void => {
  if (incoming.kind !== 'message' || incoming.message.body?.kind !== 'audio') return;
  const { payload, sampleCount } = incoming.message.body.value;
  decodeInto('pcm_s16le', payload, sampleCount, samples);
  frames += 1;
};

const listenWithRelay = (): Promise<number> => {
  const server = new Server({
    application: { bodyLimitBytes: () => 0, handle: () => Promise.reject(new Error('no HTTP here')) },
    endpoints: [
      {
        path: '/*',
        decide: () =>
          Promise.resolve({
            kind: 'accept',
            subprotocol: undefined,
            release: () => undefined,
            open: () => ({
              message: take,
              drain: () => undefined,
              pong: () => undefined,
              closed: () => undefined,
            }),
          }),
      },
    ],
    observer: {
      answered: () => undefined,
      failed: (error) => {
        throw error;
      },
      refusedFraming: () => undefined,
    },
    handshakes: { burst: 1e6, perMinute: 1e6 },
    newRequestId: () => 'req_bench',
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
    trustProxy: false,
  });
  return server.listen('127.0.0.1', 0);
};

const listenWithWs = (): Promise<number> =>
  new Promise((resolve) => {
    const server: WebSocketServer = new WebSocketServer(
      { port: 0, host: '127.0.0.1', perMessageDeflate: false },
      () => resolve((server.address() as AddressInfo).port),
    );
    server.on('connection', (socket) => {
      socket.binaryType = 'arraybuffer';
      socket.on('message', (data) => take(data as ArrayBuffer));
    });
  });

/** @param args `relay` or `ws` */
export const main = async (args: readonly string[]): Promise<number> => {
  const port = await (args[0] === 'relay' ? listenWithRelay() : listenWithWs());
  let before = process.cpuUsage();
  process.on('message', (question) => {
    if (question === 'stop') process.exit(0);
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    process.send?.({
      kind: 'cpu',
      microseconds: user + system,
      frames,
      residentKb: process.memoryUsage.rss() / 1024,
    });
    frames = 0;
  });
  process.send?.({ kind: 'listening', port });
  return 0;
};
