/**
 * Forked RTP to a relay: two UDP ports, one for each party of a call, as rtpengine (`subscribe`) or a SIPREC recording server hand them on. G.711
 * stays G.711. One bridge is one call.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Undertone } from '@undertone/sdk';
import { WebSocket } from 'ws';
import { PacketOrder, parseRtp } from './packet-order.js';

export interface RtpBridgeOptions {
  readonly url: string;
  readonly apiKey: string;
  /** From the SDP: payload type 0 is `mulaw`, 8 is `alaw`. */
  readonly encoding: 'mulaw' | 'alaw';
  /** Words about the call: `call_id`, `caller`, `agent` … */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The trunk that the call came over (RT101). */
  readonly line?: string;
  /** Where the media comes to. @defaultValue 127.0.0.1 */
  readonly address?: string;
  readonly onMessage?: (message: Readonly<Record<string, unknown>>) => void;
}

const PAYLOAD_TYPE = { mulaw: 0, alaw: 8 } as const;
const CHANNELS = [
  { id: 'caller', subject: 'customer' },
  { id: 'agent', subject: 'agent' },
] as const;
/** Beyond this many unsent bytes the network is behind; what comes then is declared lost, so that memory is bounded. */
const MAX_UNSENT_BYTES = 256 * 1024;

export class RtpBridge {
  private readonly orders = new Map<number, PacketOrder>();
  private startedMs: number | undefined;

  private constructor(
    private readonly options: RtpBridgeOptions,
    private readonly stream: WebSocket,
    private readonly media: readonly Socket[],
  ) {
    media.forEach((socket, channel) => socket.on('message', (datagram) => this.received(channel, datagram)));
    stream.on('message', (text, isBinary) => {
      if (!isBinary) options.onMessage?.(JSON.parse((text as Buffer).toString()) as Record<string, unknown>);
    });
    // The close that follows says why.
    stream.on('error', () => undefined);
    stream.on('close', () => this.closeMedia());
  }

  /** @throws ApiError, ConnectionError when the relay refuses; an error of the socket when it cannot be opened */
  static async open(options: RtpBridgeOptions): Promise<RtpBridge> {
    const { url, apiKey, encoding, line, metadata = {}, address = '127.0.0.1' } = options;
    const { token } = await new Undertone({ apiKey, baseUrl: url }).createStreamToken();
    const stream = new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/v1/stream/realtime`, [
      'undertone.v1.json',
      `undertone.auth.${token}`,
    ]);
    await once(stream, 'open');
    const media = await Promise.all(
      CHANNELS.map(async () => {
        const socket = createSocket('udp4').bind(0, address);
        await once(socket, 'listening');
        return socket;
      }),
    );
    const bridge = new RtpBridge(options, stream, media);
    const channels = CHANNELS.map((channel) => ({ ...channel, encoding, sample_rate: 8_000, frame_ms: 20 }));
    bridge.send({
      type: 'session.hello',
      ...(line !== undefined && { line }),
      source: 'rtp',
      channels,
      metadata,
      consent: { basis: 'announcement' },
    });
    return bridge;
  }

  /** The UDP ports: the caller's, the agent's. */
  get ports(): readonly number[] {
    return this.media.map((socket) => socket.address().port);
  }

  /** Resolves when the relay has told its last result. */
  async end(): Promise<void> {
    for (const order of this.orders.values()) order.flush();
    this.closeMedia();
    if (this.stream.readyState === WebSocket.CLOSED) return;
    const closed = once(this.stream, 'close');
    this.send({ type: 'session.end', reason: 'bye' });
    await closed;
  }

  private received(channel: number, datagram: Buffer): void {
    const packet = parseRtp(datagram);
    // Comfort noise and telephone events have types of their own; the time they take is declared as silence.
    if (packet?.payloadType !== PAYLOAD_TYPE[this.options.encoding]) return;
    this.startedMs ??= performance.now();
    let order = this.orders.get(channel);
    if (order === undefined) {
      // The second party begins to send later. Its clock starts as much later, so that both stay together.
      const firstSample = Math.round((performance.now() - this.startedMs) * 8);
      if (firstSample > 0) this.gap(channel, 0, firstSample, 'suspended');
      order = new PacketOrder(firstSample, {
        audio: (first, payload) => this.audio(channel, first, payload),
        gap: (first, count, reason) => this.gap(channel, first, count, reason),
      });
      this.orders.set(channel, order);
    }
    order.push(packet);
  }

  private audio(channel: number, first: number, payload: Buffer): void {
    if (this.stream.bufferedAmount > MAX_UNSENT_BYTES) {
      this.gap(channel, first, payload.length, 'backpressure');
      return;
    }
    const sample_count = payload.length;
    this.send({
      type: 'audio',
      channel,
      first_sample: first,
      sample_count,
      payload: payload.toString('base64'),
    });
  }

  private gap(channel: number, first_sample: number, sample_count: number, reason: string): void {
    this.send({ type: 'audio.gap', channel, first_sample, sample_count, reason });
  }

  private send(message: Readonly<Record<string, unknown>>): void {
    if (this.stream.readyState === WebSocket.OPEN) this.stream.send(JSON.stringify(message));
  }

  private closeMedia(): void {
    for (const socket of this.media) socket.removeAllListeners('message').close();
    (this.media as Socket[]).length = 0;
  }
}
