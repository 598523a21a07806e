/**
 * Forked RTP to a relay: two UDP ports, one for each party of a call, as rtpengine (`fork-call.ts`) or a border controller (`../siprec`) hand them on.
 * G.711 stays G.711. One bridge is one call; a relay that goes away and comes back resumes it (`../call-stream.ts`).
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { SessionEnded } from '@undertone/protocol';
import { CallStream, type CallStreamOptions } from '../call-stream.js';
import { PacketOrder, parseRtp } from './packet-order.js';

export interface RtpBridgeOptions extends Omit<CallStreamOptions, 'hello'> {
  /** From the SDP: payload type 0 is `mulaw`, 8 is `alaw`. */
  readonly encoding: 'mulaw' | 'alaw';
  /** Words about the call: `call_id`, `caller`, `agent` … */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The trunk that the call came over (RT101). */
  readonly line?: string;
  /** `siprec`, `rtpengine` … @defaultValue rtp */
  readonly source?: string;
  /** Who the called party is: on a call between two customers, `customer`. @defaultValue agent */
  readonly called?: 'agent' | 'customer';
  /** Where the media comes to. @defaultValue 127.0.0.1 */
  readonly address?: string;
}

const PAYLOAD_TYPE = { mulaw: 0, alaw: 8 } as const;
const RATE_HZ = 8_000;

export class RtpBridge {
  private readonly orders = new Map<number, PacketOrder>();
  private startedMs: number | undefined;

  private constructor(
    private readonly payloadType: number,
    private readonly stream: CallStream,
    private readonly media: Socket[],
  ) {
    media.forEach((socket, channel) => socket.on('message', (datagram) => this.received(channel, datagram)));
    void stream.over.then(() => this.closeMedia());
  }

  /** @throws UndertoneError when the relay refuses; an error of the socket when it cannot be opened */
  static async open(options: RtpBridgeOptions): Promise<RtpBridge> {
    const {
      encoding,
      line,
      metadata = {},
      source = 'rtp',
      called = 'agent',
      address = '127.0.0.1',
      ...rest
    } = options;
    const channel = { encoding, sampleRate: RATE_HZ, frameMs: 20 };
    const media = [createSocket('udp4'), createSocket('udp4')];
    try {
      for (const socket of media) await once(socket.bind(0, address), 'listening');
      const stream = await CallStream.open({
        ...rest,
        hello: {
          channels: [
            { id: 'caller', subject: 'customer', ...channel },
            { id: 'agent', subject: called, ...channel },
          ],
          source,
          metadata,
          consent: { basis: 'announcement', scope: [] },
          ...(line !== undefined && { line }),
        },
      });
      return new RtpBridge(PAYLOAD_TYPE[encoding], stream, media);
    } catch (error) {
      for (const socket of media) socket.close();
      throw error;
    }
  }

  /** The UDP ports: the caller's, the called party's. None when the session is over. */
  get ports(): readonly number[] {
    return this.media.map((socket) => socket.address().port);
  }

  /** Resolves when the session is over, whoever ended it. */
  get over(): Promise<unknown> {
    return this.stream.over;
  }

  /** Both parties are on hold, or no longer. */
  hold(isHeld: boolean): void {
    this.stream.hold(isHeld);
  }

  /** Resolves when the relay has told its last result. @throws UndertoneError when the relay refused the call meanwhile */
  async end(): Promise<SessionEnded | undefined> {
    for (const order of this.orders.values()) order.flush();
    this.closeMedia();
    return this.stream.end('bye');
  }

  private received(channel: number, datagram: Buffer): void {
    const packet = parseRtp(datagram);
    // Comfort noise and telephone events have types of their own; the time they take is declared as silence.
    if (packet?.payloadType !== this.payloadType) return;
    this.startedMs ??= performance.now();
    let order = this.orders.get(channel);
    if (order === undefined) {
      // The second party begins to send later. Its clock starts as much later, so that both stay together.
      const firstSample = Math.round(((performance.now() - this.startedMs) * RATE_HZ) / 1_000);
      if (firstSample > 0)
        this.stream.gap({ channel, firstSample: 0, sampleCount: firstSample, reason: 'suspended' });
      order = new PacketOrder(firstSample, {
        // A copy, because the socket may use the memory again.
        audio: (first, payload) =>
          this.stream.audio(channel, first, Uint8Array.from(payload), payload.length),
        gap: (first, sampleCount, reason) =>
          this.stream.gap({ channel, firstSample: first, sampleCount, reason }),
      });
      this.orders.set(channel, order);
    }
    order.push(packet);
  }

  private closeMedia(): void {
    for (const socket of this.media.splice(0)) socket.removeAllListeners('message').close();
  }
}
