import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactWire } from './compact-wire.js';
import type { WireReader, WireWriter } from './wire.js';

const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const values = fc.record({
  number: uint32,
  position: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  flag: fc.boolean(),
  share: fc.float({ noNaN: true }),
  seconds: fc.double({ noNaN: true }),
  text: fc.string({ unit: 'grapheme' }),
  bytes: fc.uint8Array({ maxLength: 600 }),
});
type Values = typeof values extends fc.Arbitrary<infer T> ? T : never;

const write = (writer: WireWriter, value: Values): Uint8Array => {
  writer.tag(1, 0).uint32(value.number).tag(2, 0).uint64(value.position).tag(3, 0).bool(value.flag);
  writer.tag(4, 2).fork().tag(5, 5).float(value.share).tag(6, 1).double(value.seconds).join();
  return writer.tag(7, 2).string(value.text).tag(2_000, 2).bytes(value.bytes).finish();
};

const read = (reader: WireReader): Values => {
  reader.tag();
  const number = reader.uint32();
  reader.tag();
  const position = Number(reader.uint64());
  reader.tag();
  const flag = reader.bool();
  reader.tag();
  expect(reader.uint32()).toBe(14);
  reader.tag();
  const share = reader.float();
  reader.tag();
  const seconds = reader.double();
  reader.tag();
  const text = reader.string();
  expect(reader.tag()).toEqual([2_000, 2]);
  const bytes = Uint8Array.from(reader.bytes());
  expect(reader.pos).toBe(reader.len);
  return { number, position, flag, share, seconds, text, bytes };
};

describe('The compact wire format', () => {
  it('writes the same bytes as the library, and each reads the other', () => {
    fc.assert(
      fc.property(values, (value) => {
        const bytes = write(compactWire.writer(), value);
        expect(bytes).toEqual(write(new BinaryWriter(), value));
        expect(read(compactWire.reader(bytes))).toEqual(value);
        expect(read(new BinaryReader(bytes))).toEqual(value);
      }),
    );
  });

  it('skips unknown fields of every wire type', () => {
    const library: WireWriter = new BinaryWriter();
    const bytes = library.tag(1, 0).uint64(2 ** 60);
    bytes.tag(2, 1).double(1).tag(3, 2).string('x').tag(4, 5).float(1);
    const reader = compactWire.reader(bytes.finish());
    while (reader.pos < reader.len) reader.skip(reader.tag()[1]);
    expect(reader.pos).toBe(reader.len);
  });

  it.each([
    ['a number without end', [0x80, 0x80], (reader: WireReader) => reader.uint32()],
    ['eleven bytes of a number', Array<number>(11).fill(0x80), (reader: WireReader) => reader.uint64()],
    ['bytes that are not there', [5, 1], (reader: WireReader) => reader.bytes()],
    ['half a float', [1, 2], (reader: WireReader) => reader.float()],
    ['half a double', [1, 2, 3, 4], (reader: WireReader) => reader.double()],
    ['field number 0', [0], (reader: WireReader) => reader.tag()],
    ['a group', [], (reader: WireReader) => reader.skip(3)],
  ])('refuses %s [RT11]', (_what, bytes, act) => {
    expect(() => act(compactWire.reader(Uint8Array.from(bytes)))).toThrow(RangeError);
  });

  it.each([-1, 1.5, NaN, Infinity])('does not write %d as a whole number', (value) => {
    expect(() => compactWire.writer().uint64(value)).toThrow(RangeError);
  });
});
