/** Values of the JSON form, checked against the contract field by field. */
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import { ProtocolError } from './errors.js';
import { Message, type Field } from './shape.js';

type Bag = Record<string, unknown>;

const UINT32_MAX = 0xffff_ffff;

const wrong = (path: string, expected: string) =>
  new ProtocolError('validation_error', `${path} must be ${expected}`, path);

/** What is done with a field that the contract does not know. */
export type Unknown = 'ignored' | 'refused';

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** @throws ProtocolError for the first field that is in neither list */
export const requireKnown = (
  message: Message,
  json: Bag,
  path = '',
  beside: readonly string[] = [],
): void => {
  for (const key of Object.keys(json)) {
    if (beside.includes(key) || message.fields.some(({ jsonName }) => jsonName === key)) continue;
    const at = within(path, key);
    throw new ProtocolError('validation_error', `${at} is not a known field`, at);
  }
};

/** Reads the fields of `message` from a JSON object. `unknown` applies to the messages inside of it. */
export const readJsonMessage = (message: Message, json: Bag, unknown: Unknown, path = ''): Bag => {
  const plain: Bag = {};
  for (const field of message.fields) {
    const at = within(path, field.jsonName);
    const value = Object.hasOwn(json, field.jsonName) ? json[field.jsonName] : undefined;
    if (value !== undefined && value !== null) plain[field.name] = readField(field, value, unknown, at);
    else if (field.cardinality === 'many') plain[field.name] = [];
    else if (field.cardinality === 'map') plain[field.name] = {};
    else if (field.cardinality === 'one')
      throw new ProtocolError('validation_error', `${at} is required`, at);
  }
  return plain;
};

const readField = (field: Field, value: unknown, unknown: Unknown, path: string): unknown => {
  switch (field.cardinality) {
    case 'one':
    case 'optional':
      return readOne(field, value, unknown, path);
    case 'many':
      if (!Array.isArray(value)) throw wrong(path, 'an array');
      return value.map((item, index) => readOne(field, item, unknown, `${path}[${index}]`));
    case 'map': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'an object');
      const map: Bag = {};
      for (const [key, item] of Object.entries(value)) {
        if (key === '__proto__') throw wrong(path, 'an object without the key __proto__');
        map[key] = readOne(field, item, unknown, `${path}.${key}`);
      }
      return map;
    }
  }
};

const readOne = (field: Field, value: unknown, unknown: Unknown, path: string): unknown => {
  const { type } = field;
  if (type instanceof Message) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'an object');
    if (unknown === 'refused') requireKnown(type, value as Bag, path);
    return readJsonMessage(type, value as Bag, unknown, path);
  }
  if (typeof type === 'string') return readScalar(type, value, path);
  const names = type.slice(1);
  if (typeof value !== 'string' || !names.includes(value)) throw wrong(path, `one of ${names.join(', ')}`);
  return value;
};

const readScalar = (scalar: string, value: unknown, path: string): unknown => {
  switch (scalar) {
    case 'string':
      if (typeof value !== 'string') throw wrong(path, 'a string');
      return value;
    case 'bool':
      if (typeof value !== 'boolean') throw wrong(path, 'true or false');
      return value;
    case 'bytes':
      if (typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
        throw wrong(path, 'base64 text');
      return bytesFromBase64(value, path);
    case 'uint32':
    case 'uint64': {
      const limit = scalar === 'uint32' ? UINT32_MAX : Number.MAX_SAFE_INTEGER;
      if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > limit) {
        throw wrong(path, `a whole number from 0 to ${limit}`);
      }
      return value;
    }
    default:
      if (typeof value !== 'number') throw wrong(path, 'a number');
      return value;
  }
};

const bytesFromBase64 = (text: string, path: string): Uint8Array => {
  try {
    return base64Decode(text);
  } catch {
    throw wrong(path, 'base64 text');
  }
};

/** Writes the fields of `message` as a JSON object. Unset fields are left out. */
export const writeJsonMessage = (message: Message, plain: Bag): Bag => {
  const json: Bag = {};
  for (const field of message.fields) {
    const value = plain[field.name];
    if (value === undefined) continue;
    json[field.jsonName] = writeField(field, value);
  }
  return json;
};

const writeField = (field: Field, value: unknown): unknown => {
  switch (field.cardinality) {
    case 'one':
    case 'optional':
      return writeOne(field, value);
    case 'many':
      return (value as unknown[]).map((item) => writeOne(field, item));
    case 'map':
      return Object.fromEntries(
        Object.entries(value as Bag).map(([key, item]) => [key, writeOne(field, item)]),
      );
  }
};

const writeOne = (field: Field, value: unknown): unknown => {
  const { type } = field;
  if (type instanceof Message) return writeJsonMessage(type, value as Bag);
  return typeof type === 'string' ? writeScalar(type, value) : value;
};

/** Floats are written with the digits that a 32-bit float holds, bytes as base64. */
const writeScalar = (scalar: string, value: unknown): unknown => {
  switch (scalar) {
    case 'bytes':
      return base64Encode(value as Uint8Array);
    case 'float':
      return Number((value as number).toPrecision(7));
    default:
      return value;
  }
};
