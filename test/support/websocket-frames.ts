/**
 * WebSocket frames as bytes (RFC 6455, section 5), for the load generator, which cannot afford a library, and for the proxy
 * that reads the messages between a page and its relay.
 */

export const opcodes = { text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;

/** One client frame with an all-zero mask: legal (RFC 6455, 5.3), and it leaves the payload unchanged. */
export const clientFrame = (payload: Uint8Array, opcode: number = opcodes.binary): Buffer => {
  const extended = payload.length > 125;
  if (payload.length > 65_535) throw new Error('a frame of this generator holds at most 65,535 bytes');
  const header = Buffer.alloc(extended ? 8 : 6);
  header[0] = 0x80 | opcode;
  header[1] = 0x80 | (extended ? 126 : payload.length);
  if (extended) header.writeUInt16BE(payload.length, 2);
  return Buffer.concat([header, payload]);
};

/** Splits one direction's bytes into frames, however the bytes arrive. */
export class FrameReader {
  private rest: Buffer = Buffer.alloc(0);

  /** Calls `take` for every complete frame. */
  read(bytes: Buffer, take: (opcode: number, payload: Buffer) => void): void {
    let data = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    for (;;) {
      const frame = wholeFrame(data);
      if (frame === undefined) break;
      take(frame.opcode, frame.mask === 0 ? data.subarray(frame.start, frame.end) : unmasked(data, frame));
      data = data.subarray(frame.end);
    }
    this.rest = data.length === 0 ? Buffer.alloc(0) : Buffer.from(data);
  }
}

const wholeFrame = (
  data: Buffer,
): { opcode: number; start: number; end: number; mask: number } | undefined => {
  if (data.length < 2) return undefined;
  const short = data[1]! & 0x7f;
  const masked = data[1]! >= 0x80;
  const start = (short === 126 ? 4 : short === 127 ? 10 : 2) + (masked ? 4 : 0);
  if (data.length < start) return undefined;
  const length =
    short === 126 ? data.readUInt16BE(2) : short === 127 ? Number(data.readBigUInt64BE(2)) : short;
  const end = start + length;
  return data.length < end
    ? undefined
    : { opcode: data[0]! & 0x0f, start, end, mask: masked ? start - 4 : 0 };
};

/** Unmasks a copy of a payload. The original bytes are still in transit and must not change. */
const unmasked = (data: Buffer, frame: { start: number; end: number; mask: number }): Buffer => {
  const clear = Buffer.from(data.subarray(frame.start, frame.end));
  for (let index = 0; index < clear.length; index += 1) clear[index]! ^= data[frame.mask + (index & 3)]!;
  return clear;
};
