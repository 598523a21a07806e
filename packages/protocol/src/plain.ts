/**
 * Between protobufjs's objects and the application form: plain objects with camelCase fields, enums as lower-case
 * names, 64-bit integers as numbers, optional fields absent when unset, all others present.
 */
import { ProtocolError } from './errors.js';
import type { Field, Shapes } from './shape.js';

type Bag = Record<string, unknown>;

/** The path of a field; only made where it is needed, since messages of audio come hundreds of times a second. */
const pathOf = (path: string, field: Field) => (path === '' ? field.jsonName : `${path}.${field.jsonName}`);

/** Reads a decoded protobufjs message into the application form. @throws ProtocolError for an absent required message or an unsafe integer */
export function toPlain(shapes: Shapes, message: string, decoded: Bag, path = ''): Bag {
  const plain: Bag = {};
  for (const field of shapes.fields(message)) {
    const present = Object.hasOwn(decoded, field.name) && decoded[field.name] !== null;
    if (present) plain[field.name] = readField(shapes, field, decoded[field.name], path);
    else if (field.cardinality !== 'optional') plain[field.name] = absent(field, path);
  }
  return plain;
}

function readField(shapes: Shapes, field: Field, value: unknown, path: string): unknown {
  switch (field.cardinality) {
    case 'many':
      return field.type.kind === 'scalar' && field.type.scalar !== 'uint64'
        ? value
        : (value as unknown[]).map((item) => readOne(shapes, field, item, path));
    case 'map': {
      const map: Bag = {};
      for (const [key, item] of Object.entries(value as Bag)) {
        if (key === '__proto__') {
          throw new ProtocolError('validation_error', 'a map key is not allowed', pathOf(path, field));
        }
        map[key] = readOne(shapes, field, item, path);
      }
      return map;
    }
    case 'one':
    case 'optional':
      return readOne(shapes, field, value, path);
  }
}

function readOne(shapes: Shapes, field: Field, value: unknown, path: string): unknown {
  switch (field.type.kind) {
    case 'scalar':
      if (field.type.scalar === 'uint64' && !Number.isSafeInteger(value)) {
        const at = pathOf(path, field);
        throw new ProtocolError('validation_error', `${at} is beyond 2^53`, at);
      }
      return value;
    case 'enum':
      return field.type.values[value as number] ?? 'unspecified';
    case 'message':
      return toPlain(shapes, field.type.message, value as Bag, pathOf(path, field));
  }
}

function absent(field: Field, path: string): unknown {
  switch (field.cardinality) {
    case 'many':
      return [];
    case 'map':
      return {};
    case 'one':
    case 'optional':
      break;
  }
  if (field.type.kind === 'message') {
    const at = pathOf(path, field);
    throw new ProtocolError('validation_error', `${at} is required`, at);
  }
  if (field.type.kind === 'enum') return field.type.values[0];
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

/** Turns the application form into what protobufjs encodes: enum names become numbers, unset fields are dropped. */
export function toWire(shapes: Shapes, message: string, plain: Bag): Bag {
  const wire: Bag = {};
  for (const field of shapes.fields(message)) {
    const value = plain[field.name];
    if (value === undefined) continue;
    wire[field.name] = writeField(shapes, field, value);
  }
  return wire;
}

function writeField(shapes: Shapes, field: Field, value: unknown): unknown {
  if (field.type.kind === 'scalar') return value;
  switch (field.cardinality) {
    case 'many':
      return (value as unknown[]).map((item) => writeOne(shapes, field, item));
    case 'map':
      return Object.fromEntries(
        Object.entries(value as Bag).map(([key, item]) => [key, writeOne(shapes, field, item)]),
      );
    case 'one':
    case 'optional':
      return writeOne(shapes, field, value);
  }
}

function writeOne(shapes: Shapes, field: Field, value: unknown): unknown {
  switch (field.type.kind) {
    case 'scalar':
      return value;
    case 'message':
      return toWire(shapes, field.type.message, value as Bag);
    case 'enum': {
      const index = field.type.values.indexOf(value as string);
      if (index < 0) throw new TypeError(`${field.name} has no value named ${String(value)}`);
      return index;
    }
  }
}
