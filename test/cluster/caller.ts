/**
 * One live stream of the cluster's load: cheap, over a raw socket, and as faithful as the SDK. It keeps what it says, moves when it
 * is asked to (`go_away`) or its link breaks, resumes its session, sends what was not heard, and notes every result.
 */
import { type Socket, connect } from 'node:net';
import { LIMITS, type ServerBody, type SessionReady } from '@undertone/protocol';
import { decodeServerMessage } from '@undertone/protocol/client-codec';
import { FrameReader, clientFrame, opcodes } from '../support/websocket-frames.js';
import { directiveField, fields, serverField } from '../load/wire.js';
import type { Span } from '../support/coverage.js';
import { bodyOf, FRAME, FRAME_MS, INTERVAL_MS, RATE, type Speech } from './speech.js';

const SAMPLES_PER_MS = RATE / 1_000;
/** Frames of a replay for each frame that is spoken: below the relay's limit of 4 times real time. */
const REPLAY_FRAMES = 3;
/** A relay that accepts and drops is not flooded. */
const STABLE_MS = 5_000;
/** Results of audio that was spoken just before a link broke waited for the move. */
const BEFORE_BREAK_MS = 2_000;

/** Where a stream's audio went on with another connection. */
export interface Move {
  readonly atMs: number;
  /** Its relay asked for it, and left its newest state behind. Otherwise it was killed. */
  readonly wasAsked: boolean;
}

/** What one stream saw, from its first sample to its receipt. */
export interface CallReport {
  readonly clip: number;
  readonly sessionId: string;
  readonly samples: number;
  readonly ackedSample: number;
  /** Micro-credits of the receipt. Absent: it never came. */
  readonly receipt: number | undefined;
  readonly moves: readonly Move[];
  /** Start and end of each result, ms, in the order in which they came. */
  readonly results: readonly (readonly [number, number])[];
  /** What the relay declared lost. */
  readonly lost: readonly Span[];
  /** The relay said that its session cannot go on, or an error that ends it. */
  readonly failure: string | undefined;
}

export interface Measured {
  /** From the last sample of a result spoken to the result read, ms: audio that was spoken while the link was well. */
  readonly calmMs: number[];
  /** The same of audio that was spoken while the stream moved. */
  readonly movedMs: number[];
}

const varint = (into: number[], number: number, value: number): void => {
  into.push(number << 3);
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      into.push(rest);
      return;
    }
    into.push((rest % 128) + 128);
  }
};

export interface CallerOptions {
  readonly port: number;
  readonly key: string;
  readonly clip: number;
  readonly speech: Speech;
  readonly random: () => number;
  readonly measured: Measured;
}

interface Link {
  readonly socket: Socket;
  readonly reader: FrameReader;
  head: Buffer | undefined;
  liveSinceMs: number | undefined;
  closeCode: number | undefined;
}

export class Caller {
  private link: Link | undefined;
  private seq = 0;
  private ack = 0;
  private generation = 0;
  private handle: string | undefined;
  private sessionId = '';
  /** The next frame to send. */
  private next = 0;
  /** Frames that were spoken. */
  private spoken = 0;
  private isLive = false;
  /** On this link. */
  private endSent = false;
  private hasEnded = false;
  private attempt = 0;
  private unseen = 0;
  private startMs = 0;
  private readonly moves: Move[] = [];
  /** The link that is gone was left because its relay asked. */
  private wasAsked = false;
  private disturbed: { fromMs: number; toMs: number }[] = [];
  private receipt: number | undefined;
  private failure: string | undefined;
  private readonly results: [number, number][] = [];
  private readonly lost: Span[] = [];
  isOver = false;

  constructor(private readonly options: CallerOptions) {}

  get isReady(): boolean {
    return this.isLive;
  }

  report(): CallReport {
    const { sessionId, unseen, receipt, moves, results, lost, failure } = this;
    const { clip, speech } = this.options;
    const samples = speech.frames.length * FRAME;
    return { clip, sessionId, samples, ackedSample: unseen, receipt, moves, results, lost, failure };
  }

  /** Opens the stream; {@link isReady} tells when it may speak. */
  open(): void {
    const socket = connect({ port: this.options.port, host: '127.0.0.1', noDelay: true });
    const link: Link = {
      socket,
      reader: new FrameReader(),
      head: Buffer.alloc(0),
      liveSinceMs: undefined,
      closeCode: undefined,
    };
    this.link = link;
    socket.on('connect', () => socket.write(this.upgrade()));
    socket.on('data', (bytes: Buffer) => {
      if (this.link === link) this.received(link, bytes);
    });
    socket.on('error', () => undefined); // `close` follows
    socket.on('close', () => this.broken(link));
  }

  /** @param startMs when its first sample was spoken */
  start(startMs: number): void {
    this.startMs = startMs;
  }

  /** One more frame was spoken. Sends what is due, also after the last one. */
  speak(): void {
    if (this.isOver) return;
    const { frames } = this.options.speech;
    if (this.spoken < frames.length) this.spoken += 1;
    if (!this.isLive) return;
    const most = this.next + (this.spoken - this.next > 1 ? REPLAY_FRAMES : 1);
    for (; this.next < Math.min(this.spoken, most); this.next += 1) {
      const said = frames[this.next];
      if (said !== undefined) this.send(said);
    }
    const open = this.disturbed.at(-1);
    if (open !== undefined && open.toMs === Infinity && this.next === this.spoken)
      open.toMs = this.spoken * FRAME_MS;
    if (this.next === frames.length && !this.endSent) {
      this.endSent = true;
      this.hasEnded = true;
      this.send(bodyOf({ kind: 'session.end', value: {} }));
    }
  }

  /** Gives up, because the run is over. */
  abandon(): void {
    if (this.isOver) return;
    this.fail(`not over in time: ${this.isLive ? 'live' : 'without a link'}, ${this.progress}`);
  }

  private get progress(): string {
    const { frames } = this.options.speech;
    return `${this.next} of ${frames.length} frames sent, ${this.moves.length} moves`;
  }

  private fail(reason: string): void {
    this.failure ??= reason;
    this.isOver = true;
    this.isLive = false;
    this.link?.socket.destroy();
  }

  private upgrade(): string {
    return (
      'GET /v1/stream/realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dW5kZXJ0b25lLWxvYWQtMQ==\r\n' +
      `Sec-WebSocket-Protocol: undertone.v1.proto\r\nAuthorization: Bearer ${this.options.key}\r\n\r\n`
    );
  }

  private send(body: Buffer): void {
    this.seq += 1;
    const head: number[] = [];
    varint(head, 1, this.seq);
    varint(head, 2, this.ack);
    varint(head, 3, this.generation);
    varint(head, 4, this.spoken * FRAME);
    this.link?.socket.write(clientFrame(Buffer.concat([Buffer.from(head), body])));
  }

  private hello(): void {
    const { handle, sessionId, ack, unseen } = this;
    const resume =
      handle === undefined ? {} : { sessionId, resume: { handle, lastServerSeq: ack, nextSample: [unseen] } };
    const wishes = {
      sampleRate: RATE,
      channels: [],
      features: [],
      metadata: {},
      outputs: { intervalMs: INTERVAL_MS },
      consent: { basis: 'contract' as const, scope: [] },
      ...this.options.speech.hello,
    };
    this.send(bodyOf({ kind: 'session.hello', value: { ...wishes, ...resume } }));
  }

  private received(link: Link, bytes: Buffer): void {
    if (link.head === undefined) {
      this.frames(link, bytes);
      return;
    }
    link.head = Buffer.concat([link.head, bytes]);
    const end = link.head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const rest = link.head.subarray(end + 4);
    const isUpgraded = link.head.subarray(0, 12).toString('latin1') === 'HTTP/1.1 101';
    link.head = undefined;
    if (!isUpgraded) {
      link.socket.destroy(); // no relay has room or is up: as for a page, which sees no more of it
      return;
    }
    this.hello();
    this.frames(link, rest);
  }

  private frames(link: Link, bytes: Buffer): void {
    link.reader.read(bytes, (opcode, payload) => {
      if (this.link !== link || this.isOver) return;
      if (opcode === opcodes.binary) this.message(link, payload);
      else if (opcode === opcodes.ping) link.socket.write(clientFrame(payload, opcodes.pong));
      else if (opcode === opcodes.close) {
        link.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
        link.socket.end(clientFrame(payload, opcodes.close));
      }
    });
  }

  private message(link: Link, payload: Buffer): void {
    for (const field of fields(payload, 0, payload.length)) {
      if (field.number === serverField.seq) this.ack = Math.max(this.ack, field.value);
      else if (field.number === serverField.generation)
        this.generation = Math.max(this.generation, field.value);
      else if (field.number === serverField.directive) this.result(payload, field.start, field.end);
      else if (READ_WHOLE.has(field.number)) {
        const { body } = decodeServerMessage(payload);
        if (body !== undefined) this.read(link, body);
      }
    }
  }

  private result(payload: Buffer, from: number, to: number): void {
    let startMs = 0;
    let endMs = 0;
    for (const field of fields(payload, from, to)) {
      if (field.number === directiveField.audioStartMs) startMs = field.value;
      else if (field.number === directiveField.audioEndMs) endMs = field.value;
    }
    this.results.push([startMs, endMs]);
    this.unseen = Math.max(this.unseen, endMs * SAMPLES_PER_MS);
    const lateMs = performance.now() - (this.startMs + endMs);
    const wasMoving = this.disturbed.some(({ fromMs, toMs }) => endMs > fromMs && endMs <= toMs);
    this.options.measured[wasMoving ? 'movedMs' : 'calmMs'].push(lateMs);
  }

  private read(link: Link, body: ServerBody): void {
    if (body.kind === 'session.ready') this.ready(link, body.value);
    else if (body.kind === 'resumed') {
      for (const { firstSample, count } of body.value.lost) this.declared(firstSample, count);
    } else if (body.kind === 'audio.ack') this.unseen = Math.max(this.unseen, body.value.throughSample);
    else if (body.kind === 'go_away') this.leaveSoon(link, body.value.deadlineMs);
    else if (body.kind === 'warning') this.warned(body.value);
    else if (body.kind === 'error' && body.value.fatal && !body.value.retryable)
      this.fail(`${body.value.code}: ${body.value.message} (${this.progress})`);
    else if (body.kind === 'session_end') {
      // A relay that ends what its caller did not end gives a receipt too.
      if (!this.hasEnded) this.failure ??= `ended by the relay: ${body.value.reason}`;
      this.receipt = body.value.usage.microCredits;
      this.isOver = true;
      this.isLive = false;
      link.socket.end();
    }
  }

  private ready(link: Link, { resumeHandle, sessionId, generation, nextSample }: SessionReady): void {
    const atMs = (nextSample[0] ?? 0) / SAMPLES_PER_MS;
    if (this.handle !== undefined) this.moves.push({ atMs, wasAsked: this.wasAsked });
    this.wasAsked = false;
    this.handle = resumeHandle;
    this.sessionId = sessionId;
    this.generation = generation;
    this.next = this.options.speech.frameFrom(nextSample[0] ?? 0);
    this.endSent = false;
    this.isLive = true;
    link.liveSinceMs = performance.now();
  }

  private warned({ code, detail }: { code: string; detail: Readonly<Record<string, string>> }): void {
    if (code === 'audio_gap' && detail['reason'] === 'not_analyzed')
      this.declared(Number(detail['first_sample']), Number(detail['sample_count']));
  }

  private declared(firstSample: number, count: number): void {
    this.lost.push({
      startMs: firstSample / SAMPLES_PER_MS,
      endMs: (firstSample + count) / SAMPLES_PER_MS,
    });
  }

  /** At a random moment of the first half, as the SDK does. */
  private leaveSoon(link: Link, deadlineMs: number): void {
    setTimeout(
      () => {
        if (this.link !== link || !this.isLive || this.endSent) return;
        this.wasAsked = true;
        link.socket.destroy();
      },
      (this.options.random() * deadlineMs) / 2,
    );
  }

  private broken(link: Link): void {
    if (this.link !== link || this.isOver) return;
    const wasLive = this.isLive;
    this.isLive = false;
    const { closeCode, liveSinceMs } = link;
    if (closeCode !== undefined && closeCode >= 4400 && closeCode < 4500 && closeCode !== 4429) {
      this.fail(`closed with ${closeCode}`);
      return;
    }
    if (wasLive) {
      const open = this.disturbed.at(-1);
      if (open?.toMs !== Infinity)
        this.disturbed.push({ fromMs: this.spoken * FRAME_MS - BEFORE_BREAK_MS, toMs: Infinity });
    }
    if (liveSinceMs !== undefined && performance.now() - liveSinceMs >= STABLE_MS) this.attempt = 0;
    const delays = LIMITS.reconnectDelaysMs;
    const delayMs = delays[Math.min(this.attempt, delays.length - 1)] ?? 0;
    const jitterMs = this.attempt === 0 ? 0 : this.options.random() * LIMITS.reconnectJitterMs;
    this.attempt += 1;
    setTimeout(() => {
      if (!this.isOver) this.open();
    }, delayMs + jitterMs);
  }
}

const READ_WHOLE = new Set<number>([
  serverField.sessionReady,
  serverField.resumed,
  serverField.audioAck,
  serverField.warning,
  serverField.goAway,
  serverField.error,
  serverField.ended,
]);
