/** The compact schema strings of `generated/*-schema.ts`, parsed once per message on first use. */
import { WIRE } from './wire.js';

export type Cardinality = 'one' | 'optional' | 'many' | 'map';

/** One field of a message. */
export interface Field {
  /** The field number of the binary form. */
  readonly number: number;
  /** The name in the application form, camelCase. */
  readonly name: string;
  /** The name in the JSON form, snake_case; for a body, its `type`. */
  readonly jsonName: string;
  readonly cardinality: Cardinality;
  /** The wire type of one value. */
  readonly wireType: number;
  readonly type:
    | { readonly kind: 'scalar'; readonly scalar: string }
    | { readonly kind: 'enum'; readonly values: readonly string[] }
    | { readonly kind: 'message'; readonly message: string };
}

/** A field that holds a message. */
export type BodyField = Field & { readonly type: { readonly kind: 'message' } };

const CARDINALITY: Readonly<Record<string, Cardinality>> = { '?': 'optional', '*': 'many', '}': 'map' };
const WIRE_TYPE: Readonly<Record<string, number>> = {
  string: WIRE.lengthDelimited,
  bytes: WIRE.lengthDelimited,
  float: WIRE.bit32,
  double: WIRE.bit64,
};
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Looks up the fields of the messages of one schema. */
export class Shapes {
  readonly #bodies = new Map<string, Map<string, BodyField>>();
  readonly #numbered = new Map<string, (Field | undefined)[]>();
  readonly #parsed = new Map<string, readonly Field[]>();

  constructor(private readonly schema: Readonly<Record<string, string>>) {}

  /** The fields of `message`, in the order of the contract. */
  fields(message: string): readonly Field[] {
    let fields = this.#parsed.get(message);
    if (fields === undefined) {
      const source = this.schema[message];
      if (source === undefined) throw new TypeError(`unknown message ${message}`);
      fields = source === '' ? [] : source.split(' ').map((text) => this.#parse(text));
      this.#parsed.set(message, fields);
    }
    return fields;
  }

  /** The body field of an envelope by its protobuf name or by its kind. */
  body(envelope: string, by: 'name' | 'jsonName', key: string): BodyField | undefined {
    let index = this.#bodies.get(by);
    if (index === undefined) {
      const bodies = this.fields(envelope).filter(
        (field): field is BodyField => field.type.kind === 'message',
      );
      index = new Map(bodies.map((field) => [field[by], field]));
      this.#bodies.set(by, index);
    }
    return index.get(key);
  }

  /** The fields of `message` by their number. */
  numbered(message: string): readonly (Field | undefined)[] {
    let index = this.#numbered.get(message);
    if (index === undefined) {
      index = [];
      for (const field of this.fields(message)) index[field.number] = field;
      this.#numbered.set(message, index);
    }
    return index;
  }

  #parse(text: string): Field {
    const colon = text.indexOf(':');
    const number = parseInt(text, 10);
    const [name = '', alias] = text.slice(String(number).length, colon).split('=');
    const spec = text.slice(colon + 1);
    const cardinality = CARDINALITY[spec.slice(-1)] ?? 'one';
    const type = spec.replace(/[?*]$|\{\}$/, '');
    const bare = type.slice(1);
    return {
      wireType: spec.startsWith('@') ? WIRE.lengthDelimited : (WIRE_TYPE[type] ?? WIRE.varint),
      number,
      name,
      jsonName: alias ?? snakeCase(name),
      cardinality,
      type: type.startsWith('#')
        ? { kind: 'enum', values: (this.schema[type] ?? '').split(' ') }
        : type.startsWith('@')
          ? { kind: 'message', message: bare }
          : { kind: 'scalar', scalar: type },
    };
  }
}
