/**
 * Messages as protobuf bytes, driven by the generated schema, over a wire format that the caller brings.
 * Fields the contract does not know are skipped, as protobuf requires.
 */
import { ProtocolError } from './errors.js';
import type { Field, Shapes } from './shape.js';
import { WIRE, type WireReader, type WireWriter } from './wire.js';

type Bag = Record<string, unknown>;

/** Reads one message of `length` bytes (all the rest without it) into the application form. */
export function readMessage(shapes: Shapes, message: string, reader: WireReader, length?: number): Bag {
  const end = length === undefined ? reader.len : reader.pos + length;
  if (end > reader.len) throw new RangeError('a field reaches beyond its message');
  const plain: Bag = {};
  const numbered = shapes.numbered(message);
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = numbered[number];
    if (field === undefined || !fits(field, wireType)) reader.skip(wireType, number);
    else readField(shapes, field, wireType, reader, plain);
  }
  if (reader.pos !== end) throw new RangeError('a field reaches beyond its message');
  fillAbsent(shapes, message, plain);
  return plain;
}

/** Numbers of a repeated field come packed or one by one; anything else of another wire type is skipped. */
function fits(field: Field, wireType: number): boolean {
  if (field.cardinality === 'map') return wireType === WIRE.lengthDelimited;
  return wireType === field.wireType || (field.cardinality === 'many' && wireType === WIRE.lengthDelimited);
}

function readField(shapes: Shapes, field: Field, wireType: number, reader: WireReader, plain: Bag): void {
  switch (field.cardinality) {
    case 'one':
    case 'optional':
      plain[field.name] = readOne(shapes, field, reader);
      return;
    case 'many': {
      const list = (plain[field.name] ??= []) as unknown[];
      if (wireType !== WIRE.lengthDelimited || field.wireType === WIRE.lengthDelimited) {
        list.push(readOne(shapes, field, reader));
        return;
      }
      const end = reader.uint32() + reader.pos;
      if (end > reader.len) throw new RangeError('a field reaches beyond its message');
      while (reader.pos < end) list.push(readOne(shapes, field, reader));
      return;
    }
    case 'map': {
      const map = (plain[field.name] ??= {}) as Bag;
      const end = reader.uint32() + reader.pos;
      if (end > reader.len) throw new RangeError('a field reaches beyond its message');
      let key = '';
      let value: unknown;
      while (reader.pos < end) {
        const [number, type] = reader.tag();
        if (number === 1 && type === WIRE.lengthDelimited) key = reader.string();
        else if (number === 2 && type === field.wireType) value = readOne(shapes, field, reader);
        else reader.skip(type, number);
      }
      if (key === '__proto__') throw forbiddenKey(field);
      // Asked only now: a message has no value to begin with.
      map[key] = value ?? absent(field);
    }
  }
}

const forbiddenKey = (field: Field) =>
  new ProtocolError('validation_error', `${field.jsonName} has a key that is not allowed`, field.jsonName);

function readOne(shapes: Shapes, field: Field, reader: WireReader): unknown {
  switch (field.type.kind) {
    case 'message':
      return readMessage(shapes, field.type.message, reader, reader.uint32());
    case 'enum':
      return field.type.values[reader.int32()] ?? 'unspecified';
    case 'scalar':
      return readScalar(field, field.type.scalar, reader);
  }
}

function readScalar(field: Field, scalar: string, reader: WireReader): unknown {
  switch (scalar) {
    case 'string':
      return reader.string();
    case 'bytes':
      return reader.bytes();
    case 'bool':
      return reader.bool();
    case 'float':
      return reader.float();
    case 'double':
      return reader.double();
    case 'uint32':
      return reader.uint32();
    case 'uint64': {
      const value = Number(reader.uint64());
      if (Number.isSafeInteger(value)) return value;
      throw new ProtocolError('validation_error', `${field.jsonName} is beyond 2^53`, field.jsonName);
    }
    default:
      throw new TypeError(`the contract has no scalar ${scalar}`);
  }
}

/** Gives implicit fields the value that their absence means; a message that must be there has none. */
function fillAbsent(shapes: Shapes, message: string, plain: Bag): void {
  for (const field of shapes.fields(message)) {
    if (field.cardinality === 'optional' || plain[field.name] !== undefined) continue;
    plain[field.name] = field.cardinality === 'many' ? [] : field.cardinality === 'map' ? {} : absent(field);
  }
}

function absent(field: Field): unknown {
  switch (field.type.kind) {
    case 'message':
      throw new ProtocolError('validation_error', `${field.jsonName} is required`, field.jsonName);
    case 'enum':
      return field.type.values[0];
    case 'scalar':
      switch (field.type.scalar) {
        case 'string':
          return '';
        case 'bytes':
          return new Uint8Array(0);
        case 'bool':
          return false;
        default:
          return 0;
      }
  }
}

/** Writes the fields of one message; implicit fields at their default are left out, as proto3 says. */
export function writeMessage(shapes: Shapes, message: string, plain: Bag, writer: WireWriter): WireWriter {
  for (const field of shapes.fields(message)) {
    const value = plain[field.name];
    if (value === undefined) continue;
    switch (field.cardinality) {
      case 'one':
        if (!isDefault(field, value)) writeTagged(shapes, field, value, writer);
        break;
      case 'optional':
        writeTagged(shapes, field, value, writer);
        break;
      case 'many':
        writeMany(shapes, field, value as unknown[], writer);
        break;
      case 'map':
        for (const [key, item] of Object.entries(value as Bag)) {
          writer.tag(field.number, WIRE.lengthDelimited).fork();
          writer.tag(1, WIRE.lengthDelimited).string(key);
          writer.tag(2, field.wireType);
          writeOne(shapes, field, item, writer);
          writer.join();
        }
        break;
    }
  }
  return writer;
}

function isDefault(field: Field, value: unknown): boolean {
  if (field.type.kind === 'message') return false;
  if (field.type.kind === 'enum') return value === field.type.values[0];
  return (
    value === 0 || value === '' || value === false || (value instanceof Uint8Array && value.length === 0)
  );
}

function writeMany(shapes: Shapes, field: Field, values: unknown[], writer: WireWriter): void {
  if (values.length === 0) return;
  if (field.wireType === WIRE.lengthDelimited) {
    for (const item of values) writeTagged(shapes, field, item, writer);
    return;
  }
  writer.tag(field.number, WIRE.lengthDelimited).fork();
  for (const item of values) writeOne(shapes, field, item, writer);
  writer.join();
}

function writeTagged(shapes: Shapes, field: Field, value: unknown, writer: WireWriter): void {
  writer.tag(field.number, field.wireType);
  writeOne(shapes, field, value, writer);
}

function writeOne(shapes: Shapes, field: Field, value: unknown, writer: WireWriter): void {
  switch (field.type.kind) {
    case 'message':
      writer.fork();
      writeMessage(shapes, field.type.message, value as Bag, writer).join();
      return;
    case 'enum': {
      const index = field.type.values.indexOf(value as string);
      if (index < 0) throw new TypeError(`${field.name} has no value named ${String(value)}`);
      writer.int32(index);
      return;
    }
    case 'scalar':
      writeScalar(field.type.scalar, value, writer);
  }
}

function writeScalar(scalar: string, value: unknown, writer: WireWriter): void {
  switch (scalar) {
    case 'string':
      writer.string(value as string);
      return;
    case 'bytes':
      writer.bytes(value as Uint8Array);
      return;
    case 'bool':
      writer.bool(value as boolean);
      return;
    case 'float':
      writer.float(value as number);
      return;
    case 'double':
      writer.double(value as number);
      return;
    case 'uint32':
      writer.uint32(value as number);
      return;
    case 'uint64':
      writer.uint64(value as number);
      return;
    default:
      throw new TypeError(`the contract has no scalar ${scalar}`);
  }
}
