/** The shapes of messages. `generated/messages.ts` holds them in short form; each message is parsed once, on first use. */
import { WIRE } from './wire.js';

export type Cardinality = 'one' | 'optional' | 'many' | 'map';

/** Types without parts. The readers and writers of the wire format have a method for each name. */
export type Scalar = 'string' | 'bytes' | 'bool' | 'float' | 'double' | 'uint32' | 'uint64';

/** The values of an enum, by number. */
export type Values = readonly string[];

/** One field of a message. */
export interface Field {
  /** The field number of the binary form. */
  readonly number: number;
  /** The name in the application form, camelCase. For a body, its kind. */
  readonly name: string;
  /** The name in the JSON form, snake_case. For a body, its kind. */
  readonly jsonName: string;
  readonly cardinality: Cardinality;
  /** The wire type of one value. */
  readonly wireType: number;
  readonly type: Scalar | Values | Message;
}

/** A field that holds a message. */
export type BodyField = Field & { readonly type: Message };

const CARDINALITY: Readonly<Record<string, Cardinality>> = { '?': 'optional', '*': 'many', '{}': 'map' };
const WIRE_TYPE: Readonly<Record<string, number>> = {
  '@': WIRE.lengthDelimited,
  string: WIRE.lengthDelimited,
  bytes: WIRE.lengthDelimited,
  float: WIRE.bit32,
  double: WIRE.bit64,
};
const FIELD = /(\d*)(\w+):(#|@|\w+)(\?|\*|\{\})?/g;

/** One message of the contract. The bodies of an envelope come after its own fields. */
export class Message {
  private ownFieldsRead: readonly Field[] | undefined;
  private fieldsRead: readonly Field[] | undefined;
  private numberedRead: (Field | undefined)[] | undefined;
  private bodies: Map<string, BodyField> | undefined;

  constructor(
    private readonly source: string,
    private readonly parts: readonly (Values | Message)[],
    private readonly bodyFields: readonly BodyField[] = [],
  ) {}

  /** In the order of the contract. */
  get fields(): readonly Field[] {
    return (this.fieldsRead ??= [...this.ownFields, ...this.bodyFields]);
  }

  /** Without the bodies of an envelope. */
  get ownFields(): readonly Field[] {
    return (this.ownFieldsRead ??= this.parse());
  }

  /** Keyed by their number. */
  get numbered(): readonly (Field | undefined)[] {
    if (this.numberedRead === undefined) {
      this.numberedRead = [];
      for (const field of this.fields) this.numberedRead[field.number] = field;
    }
    return this.numberedRead;
  }

  /** The body of a kind; undefined when this envelope has no such kind. */
  body(kind: string): BodyField | undefined {
    this.bodies ??= new Map(this.bodyFields.map((field) => [field.name, field]));
    return this.bodies.get(kind);
  }

  private parse(): Field[] {
    let number = 0;
    let part = 0;
    return Array.from(this.source.matchAll(FIELD), ([, given, name = '', type = '', mark = '']) => {
      number = Number(given) || number + 1;
      return {
        number,
        name,
        jsonName: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        cardinality: CARDINALITY[mark] ?? 'one',
        wireType: WIRE_TYPE[type] ?? WIRE.varint,
        type: (type === '#' || type === '@' ? this.parts[part++] : type) as Field['type'],
      };
    });
  }
}

/*
 * What the generated code is made of. Without side effects, so that a bundle keeps the messages that it sends and reads and no
 * other.
 */

/** @param names of an enum's values, in the order of their numbers, with spaces between */
// @__NO_SIDE_EFFECTS__
export const values = (names: string): Values => names.split(' ');

/**
 * @param source the fields, with spaces between: `name:type`, after its number where that does not follow the field's before;
 * `#` an enum, `@` a message; behind it `?` optional, `*` repeated, `{}` a map by strings
 * @param parts the enums and messages, in their order
 */
// @__NO_SIDE_EFFECTS__
export const message = (source: string, ...parts: (Values | Message)[]): Message =>
  new Message(source, parts);

/** @param kind its `type` in the JSON form */
// @__NO_SIDE_EFFECTS__
export const body = (number: number, kind: string, type: Message): BodyField => ({
  number,
  name: kind,
  jsonName: kind,
  cardinality: 'optional',
  wireType: WIRE.lengthDelimited,
  type,
});

/** @param source as of {@link message} */
// @__NO_SIDE_EFFECTS__
export const envelope = (source: string, ...bodies: BodyField[]): Message => new Message(source, [], bodies);
