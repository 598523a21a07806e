/**
 * The part of the protobuf wire format that this contract uses, for pages. It has a tenth of the size of the general library.
 * The relay and the fixtures use the library, and the tests compare the two.
 */
import { WIRE, type WireFormat, type WireReader, type WireWriter } from './wire.js';

const SEVEN_BITS = 128;
/** A varint has at most ten bytes. */
const MAX_VARINT_BYTES = 10;

/** Exists wherever this runs, but in no TypeScript library that pages, workers and Node share. */
interface TextScope {
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new (label: string, options: { ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string };
}
const scope = globalThis as unknown as TextScope;
const encoder = new scope.TextEncoder();
const decoder = new scope.TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a message from its bytes. Every method throws RangeError when the bytes end too early. */
class CompactReader implements WireReader {
  pos = 0;
  readonly len: number;
  private readonly view: DataView;

  constructor(private readonly buffer: Uint8Array) {
    this.len = buffer.length;
    this.view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  /** Field number and wire type. */
  tag(): [number, number] {
    const tag = this.uint32();
    if (tag < 8) throw new RangeError('a field has no number');
    return [tag >>> 3, tag & 7];
  }

  skip(wireType: number): void {
    switch (wireType) {
      case WIRE.varint:
        this.varint();
        return;
      case WIRE.bit64:
        this.take(8);
        return;
      case WIRE.lengthDelimited:
        this.bytes();
        return;
      case WIRE.bit32:
        this.take(4);
        return;
      default:
        // Groups, which proto3 does not have.
        throw new RangeError(`unknown wire type ${wireType}`);
    }
  }

  uint32(): number {
    return this.varint() >>> 0;
  }

  int32(): number {
    return this.varint() | 0;
  }

  /** Exact up to 2^53. Beyond that the result is not a safe integer. */
  uint64(): number {
    return this.varint();
  }

  bool(): boolean {
    return this.varint() !== 0;
  }

  float(): number {
    return this.view.getFloat32(this.take(4), true);
  }

  double(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  /** A view of the message's own bytes. */
  bytes(): Uint8Array {
    const length = this.uint32();
    const start = this.take(length);
    return this.buffer.subarray(start, start + length);
  }

  string(): string {
    return decoder.decode(this.bytes());
  }

  /** Multiplied, not shifted, because positions have more than 32 bits. */
  private varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = this.buffer[this.take(1)] ?? 0;
      value += (byte % SEVEN_BITS) * scale;
      if (byte < SEVEN_BITS) return value;
      scale *= SEVEN_BITS;
    }
    throw new RangeError('a number has more than ten bytes');
  }

  /** Moves forward by `count` bytes and returns where they start. */
  private take(count: number): number {
    const start = this.pos;
    if (count > this.len - start) throw new RangeError('the message ends too early');
    this.pos = start + count;
    return start;
  }
}

/** Writes a message. Nested messages are written between {@link fork} and {@link join}. */
class CompactWriter implements WireWriter {
  private buffer = new Uint8Array(256);
  private length = 0;
  private readonly forks: number[] = [];

  finish(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  fork(): this {
    this.forks.push(this.length);
    return this;
  }

  /** Inserts the length of what was written since {@link fork} before it. */
  join(): this {
    const start = this.forks.pop() ?? 0;
    const body = this.buffer.slice(start, this.length);
    this.length = start;
    return this.bytes(body);
  }

  tag(fieldNumber: number, wireType: number): this {
    return this.uint32(fieldNumber * 8 + wireType);
  }

  bytes(value: Uint8Array): this {
    this.uint32(value.length);
    const start = this.grow(value.length);
    this.buffer.set(value, start);
    return this;
  }

  string(value: string): this {
    return this.bytes(encoder.encode(value));
  }

  bool(value: boolean): this {
    return this.uint32(value ? 1 : 0);
  }

  uint32(value: number): this {
    return this.uint64(value);
  }

  /** For enums, which are never negative in this contract. */
  int32(value: number): this {
    return this.uint64(value);
  }

  /** @throws RangeError for a value that is not a whole number of this range */
  uint64(value: number): this {
    if (!Number.isInteger(value) || value < 0) throw new RangeError(`not an unsigned whole number: ${value}`);
    let rest = value;
    while (rest >= SEVEN_BITS) {
      this.byte((rest % SEVEN_BITS) + SEVEN_BITS);
      rest = Math.floor(rest / SEVEN_BITS);
    }
    return this.byte(rest);
  }

  float(value: number): this {
    const start = this.grow(4);
    new DataView(this.buffer.buffer).setFloat32(start, value, true);
    return this;
  }

  double(value: number): this {
    const start = this.grow(8);
    new DataView(this.buffer.buffer).setFloat64(start, value, true);
    return this;
  }

  private byte(value: number): this {
    const start = this.grow(1);
    this.buffer[start] = value;
    return this;
  }

  /** Makes room for `count` bytes and returns where they start. */
  private grow(count: number): number {
    const start = this.length;
    this.length += count;
    if (this.length > this.buffer.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    return start;
  }
}

/** The wire format that pages use. */
export const compactWire: WireFormat = {
  reader: (bytes) => new CompactReader(bytes),
  writer: () => new CompactWriter(),
};
