/**
 * A client of `/v1/stream` without our packages: JSON text and raw samples over a WebSocket. It shows what other languages
 * can do, and follows only proto/SPEC.md.
 */
import type { WebSocket } from 'ws';
import { Inbox, type Arrival } from './inbox.js';
import { paced } from './pace.js';
import { type Close, type ConnectOptions, closeOf, openSocket, toBytes } from './stream-socket.js';

/** A message as it arrives: `type` and flat snake_case fields. */
export interface JsonMessage {
  type: string;
  [field: string]: unknown;
}

export interface JsonDirective extends JsonMessage {
  type: 'directive';
  seq: number;
  channel?: number;
  speaker_id: string;
  audio_start_ms: number;
  audio_end_ms: number;
  emotion: string;
  confidence: number;
  emotion_probabilities: Record<string, number>;
  valence?: number;
  arousal?: number;
  dominance?: number;
  prosody?: Record<string, Record<string, number>>;
  quality: Record<string, number>;
  latency: Record<string, number>;
  speech: boolean;
}

export class PlainClient {
  readonly inbox = new Inbox<JsonMessage>((message) => message.type);
  readonly closed: Promise<Close>;
  /** `performance.now()` at the last sent audio. */
  lastAudioAtMs = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data, isBinary) => {
      if (isBinary) throw new Error('/v1/stream sent a binary message');
      this.inbox.push(JSON.parse(toBytes(data).toString('utf8')) as JsonMessage);
    });
    this.closed = closeOf(socket, 3_600_000).then((close) => {
      this.inbox.end(`the socket closed with ${close.code} ${close.reason}`);
      return close;
    });
  }

  /** @param path `/v1/stream`, or `/v1/stream/realtime` with the JSON sub-protocol */
  static async connect(
    wsUrl: string,
    options: ConnectOptions = {},
    path = '/v1/stream',
  ): Promise<PlainClient> {
    return new PlainClient(await openSocket(`${wsUrl}${path}`, options));
  }

  send(message: JsonMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Says hello and waits for `session.ready`. */
  async hello(fields: Record<string, unknown> = { sample_rate: 16_000 }): Promise<JsonMessage> {
    this.send({ type: 'session.hello', ...fields });
    return (await this.waitFor('session.ready')).message;
  }

  audio(bytes: Uint8Array): void {
    this.socket.send(bytes);
    this.lastAudioAtMs = performance.now();
  }

  /** Sends samples in real time, one frame every `frameMs`. */
  async stream(bytes: Buffer, bytesPerSecond: number, frameMs = 40): Promise<void> {
    const frame = (bytesPerSecond * frameMs) / 1000;
    await paced(Math.ceil(bytes.length / frame), frameMs, (n) =>
      this.audio(bytes.subarray(n * frame, (n + 1) * frame)),
    );
  }

  waitFor(type: string, withinMs?: number): Promise<Arrival<JsonMessage>> {
    return this.inbox.waitFor((message) => message.type === type, type, withinMs);
  }

  all(type: string): JsonMessage[] {
    return this.inbox.arrivals.map(({ message }) => message).filter((message) => message.type === type);
  }

  directives(channel = 0): JsonDirective[] {
    return (this.all('directive') as JsonDirective[]).filter(
      (directive) => (directive.channel ?? 0) === channel,
    );
  }

  /** Ends the session; resolves with `session_end` after the close. */
  async end(): Promise<JsonMessage> {
    this.send({ type: 'session.end' });
    const { message } = await this.waitFor('session_end');
    await this.closed;
    return message;
  }

  /** Drops the connection without a close message. */
  drop(): void {
    this.socket.terminate();
  }
}
