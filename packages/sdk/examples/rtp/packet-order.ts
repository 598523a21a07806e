/** One RTP packet (RFC 3550), as far as a bridge needs it. */
export interface RtpPacket {
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Buffer;
}

/** @returns undefined for what is no RTP packet with sound: RTCP, a probe, a fragment */
export const parseRtp = (datagram: Buffer): RtpPacket | undefined => {
  const first = datagram[0] ?? 0;
  const second = datagram[1] ?? 0;
  // RTCP has packet types 192 to 223 in this place (RFC 5761, section 4).
  if (datagram.length < 12 || first >> 6 !== 2 || (second >= 192 && second <= 223)) return undefined;
  let start = 12 + 4 * (first & 0x0f);
  if ((first & 0x10) !== 0) {
    if (datagram.length < start + 4) return undefined;
    start += 4 + 4 * datagram.readUInt16BE(start + 2);
  }
  const padding = (first & 0x20) !== 0 ? (datagram.at(-1) ?? 0) : 0;
  const end = datagram.length - padding;
  if (start >= end) return undefined;
  return {
    payloadType: second & 0x7f,
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    ssrc: datagram.readUInt32BE(8),
    payload: datagram.subarray(start, end),
  };
};

/** What comes out: each sample of the clock once. One byte of G.711 is one sample. */
export interface OrderedSink {
  audio(firstSample: number, payload: Buffer): void;
  gap(firstSample: number, sampleCount: number, reason: 'offline' | 'suspended'): void;
}

/** So many later packets may overtake one before it counts as lost: 200 ms at the usual 20 ms. */
const MAX_WAITING = 10;
/** A sender that jumps farther than this has started anew. */
const MAX_JUMP_SAMPLES = 8_000 * 60 * 10;

/** Puts the packets of one stream in order and says what is missing: lost packets, and time in which nothing was sent. */
export class PacketOrder {
  private readonly waiting = new Map<number, RtpPacket>();
  private next: { sequence: number; timestamp: number; ssrc: number } | undefined;
  private position: number;
  /** Packets in a row whose number is behind. */
  private behind = 0;

  /** @param firstSample where this stream begins on the call's clock */
  constructor(
    firstSample: number,
    private readonly sink: OrderedSink,
  ) {
    this.position = firstSample;
  }

  push(packet: RtpPacket): void {
    const { sequence, timestamp, ssrc } = packet;
    if (this.next !== undefined && this.next.ssrc !== ssrc) {
      // Another source took over (a transfer). Its numbers have nothing to do with the ones before.
      this.flush();
      this.next = undefined;
    }
    this.next ??= { sequence, timestamp, ssrc };
    const ahead = (sequence - this.next.sequence) & 0xffff;
    if (ahead >= 0x8000) {
      // Late or doubled: its place is declared already. Many in a row are a sender that numbers anew without saying so.
      this.behind += 1;
      if (this.behind <= MAX_WAITING) return;
      this.flush();
      this.next = { sequence, timestamp, ssrc };
    }
    this.behind = 0;
    this.waiting.set(sequence, packet);
    this.drain();
    while (this.waiting.size > MAX_WAITING) this.skip();
  }

  /** The stream is over: whatever waits is taken. */
  flush(): void {
    while (this.waiting.size > 0) this.skip();
  }

  private drain(lost = false): void {
    for (let isLost = lost; this.next !== undefined; isLost = false) {
      const packet = this.waiting.get(this.next.sequence);
      if (packet === undefined) return;
      this.waiting.delete(packet.sequence);
      const silent = (packet.timestamp - this.next.timestamp) | 0;
      if (silent > 0 && silent < MAX_JUMP_SAMPLES) {
        this.sink.gap(this.position, silent, isLost ? 'offline' : 'suspended');
        this.position += silent;
      }
      this.sink.audio(this.position, packet.payload);
      this.position += packet.payload.length;
      this.next = {
        ssrc: packet.ssrc,
        sequence: (packet.sequence + 1) & 0xffff,
        timestamp: (packet.timestamp + packet.payload.length) >>> 0,
      };
    }
  }

  /** Gives up what is missing before the oldest packet that waits. */
  private skip(): void {
    const { next } = this;
    if (next === undefined) return;
    const distance = (sequence: number) => (sequence - next.sequence) & 0xffff;
    const [oldest] = [...this.waiting.keys()].sort((left, right) => distance(left) - distance(right));
    if (oldest === undefined) return;
    next.sequence = oldest;
    this.drain(true);
  }
}
