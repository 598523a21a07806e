/** Row R2: CPU per 100 ms audio frame, the relay's transport against `ws`, in alternating rounds. */
import { type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { BenchChild } from './child-process.js';
import { clientFrame } from '../support/websocket-frames.js';

const connections = 40;
const framesPerConnection = 500;
/** The interval between two frames of a connection: 40 sockets, 10,000 frames a second. */
const roundMs = 4;
const samplesPerFrame = 1_600; // 100 ms at 16 kHz

interface CpuAnswer {
  kind: 'cpu';
  microseconds: number;
  frames: number;
}

const openSocket = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.write(
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dW5kZXJ0b25lLWxvYWQtMQ==\r\n\r\n',
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(answer.toString('latin1'));
  return socket;
};

const makeFrame = (): Buffer => {
  const samples = Int16Array.from({ length: samplesPerFrame }, (_, n) => 8_000 * Math.sin(n / 7));
  const value = {
    channel: 0,
    firstSample: 0,
    sampleCount: samplesPerFrame,
    payload: new Uint8Array(samples.buffer),
  };
  return clientFrame(
    encodeClientMessage({ seq: 2, ack: 0, generation: 1, audioPos: 0, body: { kind: 'audio', value } }),
  );
};

/** Sends all frames of one round through one server. @returns CPU µs per frame */
const round = async (server: BenchChild, sockets: readonly Socket[], frame: Buffer): Promise<number> => {
  await server.ask<CpuAnswer>('cpu', 'cpu');
  for (let index = 0; index < framesPerConnection; index += 1) {
    let full = false;
    for (const socket of sockets) full = !socket.write(frame) || full;
    if (full)
      await Promise.all(
        sockets.filter((socket) => socket.writableNeedDrain).map((socket) => once(socket, 'drain')),
      );
    await pause(roundMs); // so that each frame finds its socket empty, as in a call
  }
  const wanted = framesPerConnection * sockets.length;
  let frames = 0;
  let microseconds = 0;
  while (frames < wanted) {
    const answer = await server.ask<CpuAnswer>('cpu', 'cpu');
    frames += answer.frames;
    microseconds += answer.microseconds;
  }
  return microseconds / wanted;
};

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const spread = (values: readonly number[]) =>
  `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;

/** @returns 1 when the floor is missed */
export const compareFrameCost = async (rounds: number, print: (line?: string) => void): Promise<number> => {
  const frame = makeFrame();
  const contestants = await Promise.all(
    ['relay', 'ws'].map(async (name) => {
      const server = BenchChild.start('frame-server.ts', [name]);
      const { port } = await server.next<{ kind: 'listening'; port: number }>('listening', 20_000);
      const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)));
      return { server, sockets, costs: [] as number[] };
    }),
  );
  try {
    for (const { server, sockets } of contestants) await round(server, sockets, frame); // warm-up
    for (let index = 0; index < rounds; index += 1) {
      for (const { server, sockets, costs } of contestants) costs.push(await round(server, sockets, frame));
    }
  } finally {
    for (const { server, sockets } of contestants) {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    }
  }
  const [ours, rival] = contestants.map(({ costs }) => costs) as [number[], number[]];
  const ratio = median(rival.map((cost, index) => cost / ours[index]!));
  print(`\nR2  CPU per 100 ms audio frame: socket, protobuf, PCM to float; ${rounds} alternating rounds`);
  print(`   ours  ${median(ours).toFixed(1)} µs (${spread(ours)})  the relay's transport and codec`);
  print(
    `   rival ${median(rival).toFixed(1)} µs (${spread(rival)})  ws 8, measured in this run with the same codec`,
  );
  print(
    `   ${ratio.toFixed(2)}x better; floor 1.5x, aim 3x: ${ratio >= 1.5 ? 'floor met' : 'BELOW THE FLOOR'}`,
  );
  return ratio >= 1.5 ? 0 : 1;
};
