/**
 * The load generator: many live streams from one process, cheap enough to share two cores with the relay. It encodes frames
 * before the run, uses raw sockets, and one clock sends each frame at the time its stream would have spoken it.
 */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeServerMessage, encodeClientMessage } from '@undertone/protocol/client-codec';
import { FrameReader, clientFrame, opcodes } from '../support/websocket-frames.js';
import { encodeCalls, TelephonyStream } from './telephony-stream.js';
import { directiveField, fields, latencyField, serverField } from './wire.js';

export interface Order {
  port: number;
  key: string;
  streams: number;
  warmUpS: number;
  measureS: number;
  frameMs: number;
  intervalMs: number;
  /** Raw 16 kHz PCM16 files, distributed among the streams. */
  clips: readonly string[];
  /** Twilio streams beside the others. */
  telephony?: number;
  /** Only connect and stay idle, to measure memory. */
  idle?: boolean;
}

export interface Report {
  kind: 'report';
  /** From sending the last sample of the result's audio to reading the result here, ms, for results in the measured time. */
  endToEndMs: number[];
  /** The same latency inside the relay, as it reports it. */
  insideMs: number[];
  results: number;
  framesSent: number;
  warnings: Record<string, number>;
  errors: string[];
  closes: string[];
  /** Telephony streams that ended in order after their last audio. */
  calls: number;
  /** Streams whose summary reports that all sent audio was analyzed. */
  complete: number;
  cpuMs: number;
  /** The largest delay of the generator's own clock, ms. */
  lateMs: number;
}

const rate = 16_000;
const pingEveryFrames = 25;

class LoadStream {
  readonly reader = new FrameReader();
  readonly sentAtMs: Float64Array;
  ready = false;
  closed = false;
  lastSeq = 0;
  framesSent = 0;
  processedMs = -1;
  pongs: Buffer[] = [];

  constructor(
    readonly socket: Socket,
    readonly frames: readonly Buffer[],
    readonly startFrame: number,
  ) {
    this.sentAtMs = new Float64Array(frames.length);
  }
}

const frameSeq = (index: number) => index + 2 + Math.floor(index / pingEveryFrames);

/** Frames that a stream needs for the whole run, and some more. */
const framesFor = ({ warmUpS, measureS, frameMs }: Order): number =>
  Math.ceil(((warmUpS + measureS) * 1000) / frameMs) + 50;

/** Streams begin at moments that are spread over a second, as those of many people do, and so do their results. */
const startFrameOf = ({ frameMs }: Order, index: number): number => index % Math.ceil(1000 / frameMs);

/** Encodes all frames of a clip, ready for any socket. */
const encodeFrames = (clip: Buffer, order: Order): Buffer[] => {
  const samples = (rate * order.frameMs) / 1000;
  const count = framesFor(order);
  return Array.from({ length: count }, (_, index) => {
    const from = (index * samples * 2) % (clip.length - samples * 2);
    const start = from - (from % 2);
    const payload = clip.subarray(start, start + samples * 2);
    const value = { channel: 0, firstSample: index * samples, sampleCount: samples, payload };
    const message = { seq: frameSeq(index), ack: 0, generation: 1, audioPos: index * samples };
    return clientFrame(encodeClientMessage({ ...message, body: { kind: 'audio', value } }));
  });
};

const open = async (order: Order, frames: readonly Buffer[], index: number): Promise<LoadStream> => {
  const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true });
  const stream = new LoadStream(socket, frames, startFrameOf(order, index));
  await once(socket, 'connect');
  socket.write(
    'GET /v1/stream/realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dW5kZXJ0b25lLWxvYWQtMQ==\r\n' +
      `Sec-WebSocket-Protocol: undertone.v1.proto\r\nAuthorization: Bearer ${order.key}\r\n\r\n`,
  );
  let head = Buffer.alloc(0);
  for (;;) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    head = Buffer.concat([head, bytes]);
    if (head.includes('\r\n\r\n')) break;
  }
  if (!head.toString('latin1').startsWith('HTTP/1.1 101')) {
    throw new Error(`stream ${index} refused: ${head.toString('latin1')}`);
  }
  return stream;
};

const hello = (order: Order) =>
  clientFrame(
    encodeClientMessage({
      seq: 1,
      ack: 0,
      generation: 0,
      audioPos: 0,
      body: {
        kind: 'session.hello',
        value: {
          sampleRate: rate,
          channels: [],
          features: [],
          metadata: {},
          outputs: { intervalMs: order.intervalMs },
          consent: { basis: 'contract', scope: [] },
        },
      },
    }),
  );

/** Reads the messages that the relay sends on one stream. */
const listen = (stream: LoadStream, order: Order, report: Report, measuring: () => boolean): void => {
  const onMessage = (payload: Buffer): void => {
    for (const field of fields(payload, 0, payload.length)) {
      if (field.number === serverField.seq) stream.lastSeq = field.value;
      else if (field.number === serverField.directive) onDirective(payload, field.start, field.end);
      else if (field.number === serverField.sessionReady) stream.ready = true;
      else if (field.number === serverField.warning || field.number === serverField.error) onRemark(payload);
      else if (field.number === serverField.ended) {
        const { body } = decodeServerMessage(payload);
        if (body?.kind === 'session_end') stream.processedMs = body.value.usage.processedMs;
      }
    }
  };
  const onRemark = (payload: Buffer): void => {
    const { body } = decodeServerMessage(payload);
    if (body?.kind === 'warning')
      report.warnings[body.value.code] = (report.warnings[body.value.code] ?? 0) + 1;
    if (body?.kind === 'error') report.errors.push(`${body.value.code}: ${body.value.message}`);
  };
  const onDirective = (payload: Buffer, start: number, end: number): void => {
    if (!measuring()) return;
    const now = performance.now();
    report.results += 1;
    for (const field of fields(payload, start, end)) {
      if (field.number === directiveField.audioEndMs) {
        const frame = Math.max(0, Math.ceil(field.value / order.frameMs) - 1);
        const sentAt = stream.sentAtMs[frame] ?? 0;
        if (sentAt > 0) report.endToEndMs.push(now - sentAt);
      } else if (field.number === directiveField.latency) {
        for (const inner of fields(payload, field.start, field.end)) {
          if (inner.number === latencyField.totalMs) report.insideMs.push(inner.value);
        }
      }
    }
  };
  stream.socket.on('data', (bytes: Buffer) =>
    stream.reader.read(bytes, (opcode, payload) => {
      if (opcode === opcodes.binary) onMessage(payload);
      else if (opcode === opcodes.ping) stream.socket.write(clientFrame(payload, opcodes.pong));
      else if (opcode === opcodes.close) {
        const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
        if (code !== 1000) report.closes.push(String(code));
      }
    }),
  );
  stream.socket.on('error', (error) => report.closes.push(error.message));
  stream.socket.on('close', () => (stream.closed = true));
};

const until = async (condition: () => boolean, what: string, withinMs: number): Promise<void> => {
  const end = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs} ms`);
    await pause(20);
  }
};

/** Sends frame after frame: send number c belongs to stream c mod N and is due c/N frames after the start. */
const drive = async (
  streams: readonly LoadStream[],
  calls: readonly TelephonyStream[],
  order: Order,
  report: Report,
  frames: number,
): Promise<void> => {
  const startMs = performance.now();
  const stepMs = order.frameMs / streams.length;
  const total = frames * streams.length;
  const callStepMs = order.frameMs / calls.length;
  let sent = 0;
  let callsSent = 0;
  while (sent < total) {
    const now = performance.now();
    const due = Math.min(total, Math.floor((now - startMs) / stepMs) + 1);
    report.lateMs = Math.max(report.lateMs, now - startMs - sent * stepMs);
    for (; sent < due; sent += 1)
      sendFrame(streams[sent % streams.length]!, Math.floor(sent / streams.length), report);
    const callsDue = Math.min(frames * calls.length, Math.floor((now - startMs) / callStepMs) + 1);
    for (; callsSent < callsDue; callsSent += 1)
      calls[callsSent % calls.length]?.send(Math.floor(callsSent / calls.length));
    await pause(2);
  }
};

const sendFrame = (stream: LoadStream, tick: number, report: Report): void => {
  const index = tick - stream.startFrame;
  const frame = stream.frames[index];
  if (index < 0 || frame === undefined || stream.closed) return;
  stream.sentAtMs[index] = performance.now();
  stream.socket.write(frame);
  stream.framesSent = index + 1;
  report.framesSent += 1;
  if ((index + 1) % pingEveryFrames !== 0) return;
  const envelope = { seq: frameSeq(index) + 1, ack: stream.lastSeq, generation: 1, audioPos: 0 };
  stream.socket.write(clientFrame(encodeClientMessage({ ...envelope, body: { kind: 'ping', value: {} } })));
};

const openCalls = async (order: Order): Promise<TelephonyStream[]> => {
  const wanted = order.telephony ?? 0;
  if (wanted === 0) return [];
  const clips = order.clips.map((path) => encodeCalls(readFileSync(path), order.frameMs, framesFor(order)));
  const calls: TelephonyStream[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const frames = clips[index % clips.length]!;
    calls.push(await TelephonyStream.open(order.port, order.key, frames, startFrameOf(order, index)));
  }
  return calls;
};

const tell = (message: { kind: string }) => process.send?.(message);

/** @param args one JSON {@link Order}; talks to its parent over IPC */
export const main = async (args: readonly string[]): Promise<number> => {
  const order = JSON.parse(args[0] ?? '{}') as Order;
  const clips =
    order.idle === true ? [[]] : order.clips.map((path) => encodeFrames(readFileSync(path), order));
  let measured = false;
  const report: Report = {
    kind: 'report',
    endToEndMs: [],
    insideMs: [],
    results: 0,
    framesSent: 0,
    warnings: {},
    errors: [],
    closes: [],
    complete: 0,
    calls: 0,
    cpuMs: 0,
    lateMs: 0,
  };
  const streams: LoadStream[] = [];
  for (let index = 0; index < order.streams; index += 1) {
    const stream = await open(order, clips[index % clips.length]!, index);
    listen(stream, order, report, () => measured);
    streams.push(stream);
    if (order.idle !== true) stream.socket.write(hello(order));
  }
  if (order.idle === true) {
    tell({ kind: 'connected' });
    await once(process, 'message');
    for (const stream of streams) stream.socket.destroy();
    tell(report);
    return 0;
  }
  await until(() => streams.every(({ ready }) => ready), 'every session ready', 60_000);
  const calls = await openCalls(order);
  tell({ kind: 'connected' });
  const framesOf = (seconds: number) => Math.ceil((seconds * 1000) / order.frameMs);
  const warmUp = setTimeout(() => {
    measured = true;
    report.lateMs = 0;
    cpuBefore = process.cpuUsage();
    tell({ kind: 'measuring' });
  }, order.warmUpS * 1000);
  let cpuBefore = process.cpuUsage();
  await drive(streams, calls, order, report, framesOf(order.warmUpS + order.measureS));
  clearTimeout(warmUp);
  measured = false;
  const cpu = process.cpuUsage(cpuBefore);
  report.cpuMs = (cpu.user + cpu.system) / 1000;
  tell({ kind: 'measured' });
  for (const stream of streams) {
    if (stream.closed) continue;
    const seq = frameSeq(stream.framesSent) + 1;
    const body = { kind: 'session.end' as const, value: {} };
    stream.socket.write(
      clientFrame(encodeClientMessage({ seq, ack: stream.lastSeq, generation: 1, audioPos: 0, body })),
    );
  }
  for (const call of calls) call.stop();
  await until(() => [...streams, ...calls].every(({ closed }) => closed), 'every session ended', 60_000);
  report.calls = calls.filter(({ closeCode }) => closeCode === 1000).length;
  report.complete = streams.filter(
    (stream) => stream.processedMs === stream.framesSent * order.frameMs,
  ).length;
  tell(report);
  return 0;
};
