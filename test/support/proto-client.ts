/** A protobuf client of `/v1/stream/realtime` that lets tests set every number of the envelope. */
import { type ClientBody, type ServerBody, type ServerMessage, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { decodeServerMessage, encodeClientMessage } from '@undertone/protocol/client-codec';
import type { WebSocket } from 'ws';
import { type Arrival, Inbox } from './inbox.js';
import { paced } from './pace.js';
import { type Close, type ConnectOptions, closeOf, openSocket, toBytes } from './stream-socket.js';

export type ServerKind = ServerBody['kind'];
export type BodyOf<K extends ServerKind> = Extract<ServerBody, { kind: K }>['value'];
export type HelloFields = Partial<Extract<ClientBody, { kind: 'session.hello' }>['value']>;

export interface ProtoOptions extends ConnectOptions {
  /** Numbers carried over from the previous connection, for a resume. */
  seq?: number;
  generation?: number;
  /** Messages that the link loses before the client sees them. */
  loses?: (message: ServerMessage) => boolean;
}

export class ProtoClient {
  readonly inbox = new Inbox<ServerMessage>((message) => message.body?.kind ?? 'unknown');
  readonly closed: Promise<Close>;
  readonly nextSample: number[] = [0, 0];
  seq: number;
  generation: number;
  /** The highest server seq seen. */
  ack = 0;
  lastAudioAtMs = 0;
  /** Samples captured so far on channel 0, if more than were sent. */
  captured = 0;

  private constructor(
    readonly socket: WebSocket,
    options: ProtoOptions,
  ) {
    this.seq = options.seq ?? 0;
    this.generation = options.generation ?? 0;
    socket.on('message', (data) => {
      const message = decodeServerMessage(toBytes(data));
      if (options.loses?.(message) === true) return;
      this.ack = Math.max(this.ack, message.seq);
      this.generation = Math.max(this.generation, message.generation);
      this.inbox.push(message);
    });
    this.closed = closeOf(socket, 3_600_000).then((close) => {
      this.inbox.end(`the socket closed with ${close.code} ${close.reason}`);
      return close;
    });
  }

  static async connect(wsUrl: string, options: ProtoOptions = {}): Promise<ProtoClient> {
    const protocols = options.protocols ?? [SUBPROTOCOL_PROTO];
    return new ProtoClient(
      await openSocket(`${wsUrl}/v1/stream/realtime`, { ...options, protocols }),
      options,
    );
  }

  /** Sends one body in the next envelope. */
  send(body: ClientBody): void {
    this.seq += 1;
    const { seq, ack, generation } = this;
    this.socket.send(
      encodeClientMessage({
        seq,
        ack,
        generation,
        audioPos: Math.max(this.captured, this.nextSample[0] ?? 0),
        body,
      }),
    );
  }

  async hello(fields: HelloFields = { sampleRate: 16_000 }): Promise<BodyOf<'session.ready'>> {
    this.send({ kind: 'session.hello', value: { channels: [], features: [], metadata: {}, ...fields } });
    return (await this.waitFor('session.ready')).value;
  }

  /** Sends the next samples of a channel. */
  audio(payload: Uint8Array, sampleCount: number, channel = 0): void {
    const firstSample = this.nextSample[channel] ?? 0;
    this.nextSample[channel] = firstSample + sampleCount;
    this.send({ kind: 'audio', value: { channel, firstSample, sampleCount, payload } });
    this.lastAudioAtMs = performance.now();
  }

  /** Sends PCM16 samples in real time, one frame per channel every `frameMs`. */
  async stream(
    channels: readonly Buffer[],
    sampleRate: number,
    frameMs = 40,
    bytesPerSample = 2,
  ): Promise<void> {
    const samples = (sampleRate * frameMs) / 1000;
    const size = samples * bytesPerSample;
    const longest = Math.max(...channels.map((bytes) => bytes.length));
    await paced(Math.ceil(longest / size), frameMs, (n) => {
      channels.forEach((bytes, channel) => {
        const payload = bytes.subarray(n * size, (n + 1) * size);
        if (payload.length > 0) this.audio(payload, payload.length / bytesPerSample, channel);
      });
    });
  }

  async waitFor<K extends ServerKind>(
    kind: K,
    withinMs?: number,
  ): Promise<{ value: BodyOf<K>; atMs: number }> {
    const arrival: Arrival<ServerMessage> = await this.inbox.waitFor(
      ({ body }) => body?.kind === kind,
      kind,
      withinMs,
    );
    return { value: arrival.message.body?.value as BodyOf<K>, atMs: arrival.atMs };
  }

  all<K extends ServerKind>(kind: K): BodyOf<K>[] {
    return this.arrivals(kind).map(({ value }) => value);
  }

  arrivals<K extends ServerKind>(kind: K): { value: BodyOf<K>; seq: number; atMs: number }[] {
    return this.inbox.arrivals
      .filter(({ message }) => message.body?.kind === kind)
      .map(({ message, atMs }) => ({ value: message.body?.value as BodyOf<K>, seq: message.seq, atMs }));
  }

  directives(channel = 0): BodyOf<'directive'>[] {
    return this.all('directive').filter((directive) => directive.channel === channel);
  }

  async end(): Promise<BodyOf<'session_end'>> {
    this.send({ kind: 'session.end', value: {} });
    const { value } = await this.waitFor('session_end');
    await this.closed;
    return value;
  }

  drop(): void {
    this.socket.terminate();
  }
}
