/**
 * Messages as protobuf bytes, driven by the generated shapes, over a wire format that the caller supplies.
 * Fields that the contract does not know are skipped, as protobuf requires, except in what a client says (RT99).
 */
import { ProtocolError } from './errors.js';
import { Message, type Field } from './shape.js';
import { WIRE, type WireReader, type WireWriter } from './wire.js';

type Bag = Record<string, unknown>;

/**
 * Reads one message up to `end` into the application form.
 * @param strictIn the field that holds the message, where it may hold nothing unknown; `''` for an envelope whose body may not
 */
export const readMessage = (
  message: Message,
  reader: WireReader,
  end = reader.len,
  strictIn?: string,
): Bag => {
  const plain: Bag = {};
  const { numbered } = message;
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = numbered[number];
    if (field !== undefined && fits(field, wireType)) readField(field, wireType, reader, plain, strictIn);
    // In an envelope it may be a body of an unknown kind (RT10).
    else if (strictIn === undefined || strictIn === '') reader.skip(wireType, number);
    else throw unknownField(strictIn, number);
  }
  if (reader.pos !== end) throw beyond();
  fillAbsent(message, plain);
  return plain;
};

/** The numbers of a repeated field come packed or one by one. Any other wire type is skipped. */
const fits = ({ cardinality, wireType: own }: Field, wireType: number): boolean => {
  const isMany = cardinality === 'many' || cardinality === 'map';
  return (wireType === own && cardinality !== 'map') || (isMany && wireType === WIRE.lengthDelimited);
};

const readField = (
  field: Field,
  wireType: number,
  reader: WireReader,
  plain: Bag,
  strictIn: string | undefined,
): void => {
  const { name, cardinality } = field;
  switch (cardinality) {
    case 'one':
    case 'optional':
      plain[name] = readOne(field, reader, strictIn);
      return;
    case 'many': {
      const list = (plain[name] ??= []) as unknown[];
      if (wireType === field.wireType) {
        list.push(readOne(field, reader, strictIn));
        return;
      }
      const end = endOfField(reader);
      while (reader.pos < end) list.push(readOne(field, reader, strictIn));
      return;
    }
    case 'map': {
      const map = (plain[name] ??= {}) as Bag;
      const end = endOfField(reader);
      let key = '';
      let value: unknown;
      while (reader.pos < end) {
        const [number, type] = reader.tag();
        if (number === 1 && type === WIRE.lengthDelimited) key = reader.string();
        else if (number === 2 && type === field.wireType) value = readOne(field, reader, strictIn);
        else reader.skip(type, number);
      }
      if (key === '__proto__') throw invalid(field, 'has a key that is not allowed');
      // Asked only here, because a message has no value to begin with.
      map[key] = value ?? absent(field);
    }
  }
};

/** The end of a field that states its own length. */
const endOfField = (reader: WireReader): number => {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw beyond();
  return end;
};

const beyond = () => new RangeError('a field reaches beyond its message');
const invalid = ({ jsonName }: Field, what: string) =>
  new ProtocolError('validation_error', `${jsonName} ${what}`, jsonName);

/** A field of protobuf has no name that an older relay could know. */
const unknownField = (owner: string, number: number) =>
  new ProtocolError('validation_error', `field ${number} of ${owner} is not a known field`, owner);

const readOne = (field: Field, reader: WireReader, strictIn: string | undefined): unknown => {
  const { type } = field;
  if (type instanceof Message) {
    return readMessage(type, reader, endOfField(reader), strictIn === undefined ? undefined : field.jsonName);
  }
  if (typeof type !== 'string') return type[reader.int32()] ?? 'unspecified';
  if (type !== 'uint64') return reader[type]();
  const value = Number(reader.uint64());
  if (Number.isSafeInteger(value)) return value;
  throw invalid(field, 'is beyond 2^53');
};

/** Gives absent implicit fields their default value. A message that must be present has no default. */
const fillAbsent = (message: Message, plain: Bag): void => {
  for (const field of message.fields) {
    const { cardinality, name } = field;
    if (cardinality === 'optional' || plain[name] !== undefined) continue;
    plain[name] = cardinality === 'many' ? [] : cardinality === 'map' ? {} : absent(field);
  }
};

const absent = (field: Field): unknown => {
  const { type } = field;
  if (type instanceof Message) throw invalid(field, 'is required');
  switch (type) {
    case 'string':
      return '';
    case 'bytes':
      return new Uint8Array(0);
    case 'bool':
      return false;
    case 'uint32':
    case 'uint64':
    case 'float':
    case 'double':
      return 0;
    default:
      // An enum: its first value.
      return type[0];
  }
};

/**
 * Writes the fields of one message; of an envelope, everything but its body. Implicit fields at their default are left out, as
 * proto3 requires.
 */
export const writeMessage = (message: Message, plain: Bag, writer: WireWriter): WireWriter => {
  for (const field of message.ownFields) {
    const value = plain[field.name];
    if (value === undefined) continue;
    switch (field.cardinality) {
      case 'one':
        if (!isDefault(field, value)) writeTagged(field, value, writer);
        break;
      case 'optional':
        writeTagged(field, value, writer);
        break;
      case 'many':
        writeMany(field, value as unknown[], writer);
        break;
      case 'map':
        for (const key in value) {
          writer.tag(field.number, WIRE.lengthDelimited).fork();
          writer.tag(1, WIRE.lengthDelimited).string(key);
          writer.tag(2, field.wireType);
          writeOne(field, (value as Bag)[key], writer);
          writer.join();
        }
        break;
    }
  }
  return writer;
};

const isDefault = ({ type }: Field, value: unknown): boolean => {
  if (type instanceof Message) return false;
  if (typeof type !== 'string') return value === type[0];
  if (type === 'bytes') return (value as Uint8Array).length === 0;
  return value === 0 || value === '' || value === false;
};

const writeMany = (field: Field, list: unknown[], writer: WireWriter): void => {
  if (list.length === 0) return;
  if (field.wireType === WIRE.lengthDelimited) {
    for (const item of list) writeTagged(field, item, writer);
    return;
  }
  writer.tag(field.number, WIRE.lengthDelimited).fork();
  for (const item of list) writeOne(field, item, writer);
  writer.join();
};

/** Writes one value of a field, preceded by the number of the field. */
export const writeTagged = (field: Field, value: unknown, writer: WireWriter): void => {
  writer.tag(field.number, field.wireType);
  writeOne(field, value, writer);
};

const writeOne = ({ name, type }: Field, value: unknown, writer: WireWriter): void => {
  if (type instanceof Message) {
    writeMessage(type, value as Bag, writer.fork()).join();
  } else if (typeof type === 'string') {
    writer[type](value as never);
  } else {
    const index = type.indexOf(value as string);
    if (index < 0) throw new TypeError(`${name} has no value named ${String(value)}`);
    writer.int32(index);
  }
};
