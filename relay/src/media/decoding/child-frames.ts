import { giveBack } from '../../memory/give-back.js';

/**
 * The protocol between relay and decoding process. On stdin the process gets a length, JSON and the file. On descriptor 3
 * it sends frames of kind, length and payload. It uses pipes instead of IPC messages for two reasons: a 25 MB message would
 * be copied in one go on the thread that serves the live streams, and a pipe stops the decoder when nobody reads.
 */
export type FrameKind = 'ready' | 'audio' | 'done' | 'failed';

export interface Frame {
  readonly kind: FrameKind;
  /** In memory of its own. */
  readonly payload: Uint8Array<ArrayBuffer>;
}

const KINDS: readonly FrameKind[] = ['ready', 'audio', 'done', 'failed'];
const HEADER_BYTES = 5;

export const encodeFrame = (kind: FrameKind, payload: Uint8Array = new Uint8Array(0)): Uint8Array => {
  const frame = Buffer.alloc(HEADER_BYTES + payload.length);
  frame.writeUInt8(KINDS.indexOf(kind), 0);
  frame.writeUInt32LE(payload.length, 1);
  frame.set(payload, HEADER_BYTES);
  return frame;
};

export const encodeJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
export const decodeJson = (payload: Uint8Array): unknown => JSON.parse(Buffer.from(payload).toString());

/** Channel count, then each channel's samples. */
export const encodeAudio = (channels: readonly Float32Array[]): Uint8Array => {
  const frames = channels[0]?.length ?? 0;
  const all = new Float32Array(1 + channels.length * frames);
  all[0] = channels.length;
  channels.forEach((samples, i) => all.set(samples, 1 + i * frames));
  return new Uint8Array(all.buffer);
};

/** Views of the frame's memory, which is the frame's own. */
export const decodeAudio = ({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array<ArrayBuffer>): Float32Array<ArrayBuffer>[] => {
  const all = new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT);
  const channels = all[0] ?? 0;
  const frames = channels === 0 ? 0 : (all.length - 1) / channels;
  return Array.from({ length: channels }, (_, i) => all.subarray(1 + i * frames, 1 + (i + 1) * frames));
};

/** Reads exact numbers of bytes from a stream of chunks. */
export class ChunkReader {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array(0);
  /** What is left of the chunk. */
  private rest = this.chunk;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** The next `length` bytes, in memory of their own. Undefined if the stream ends before that. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const output = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      if (this.rest.length === 0) {
        const next = await this.chunks.next();
        if (next.done === true) return undefined;
        this.chunk = next.value;
        this.rest = this.chunk;
      }
      const part = this.rest.subarray(0, length - filled);
      output.set(part, filled);
      filled += part.length;
      this.rest = this.rest.subarray(part.length);
      if (this.rest.length === 0) giveBackWhole(this.chunk);
    }
    return output;
  }

  async readFrame(): Promise<Frame | undefined> {
    const header = await this.read(HEADER_BYTES);
    if (header === undefined) return undefined;
    const kind = KINDS[header[0] ?? 0];
    const payload = await this.read(Buffer.from(header).readUInt32LE(1));
    return kind === undefined || payload === undefined ? undefined : { kind, payload };
  }
}

/** A pipe's chunk, unless it shares its memory with others. */
const giveBackWhole = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) giveBack(buffer);
};
