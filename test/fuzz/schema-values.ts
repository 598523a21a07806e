import type { Dice } from './dice.js';

/** The part of JSON Schema that the reference uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Values that parsers, databases and validators have stumbled over. */
const odd = (dice: Dice): unknown =>
  dice.pick<() => unknown>([
    () => null,
    () => '',
    () => '\u0000',
    () => '\ud800',
    () => '../../etc/passwd',
    () => "'; drop table api_keys; --",
    () => 'x'.repeat(dice.upTo(70_000)),
    () => -1,
    () => 0.1,
    () => 1e308,
    () => Number.MAX_SAFE_INTEGER,
    () => 2 ** 31,
    () => true,
    () => [],
    () => ({}),
    () => ({ ['__proto__']: { admin: true }, constructor: 1, toString: null }),
    () => Array.from({ length: dice.upTo(3_000) }, () => dice.upTo(10)),
    () => nested(dice.upTo(600)),
    () => '9999-99-99T99:99:99Z',
    () => '-271821-04-20T00:00:00Z',
  ])();

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const text = (dice: Dice, format: string | undefined): string => {
  if (format === 'date-time') return '2027-01-31T12:00:00Z';
  // Addresses that lead nowhere: nothing leaves this machine.
  if (format === 'uri') return dice.pick(['http://127.0.0.1:9/', 'https://fuzz.invalid/x', 'http://[::1]/']);
  return dice.pick(['a', 'call', 'sales', 'en', 'happy', 'ses_1', 'AAAA', 'https://fuzz.invalid/']);
};

/** A value that nearly fits a schema. One part in `rareness` does not. */
export const nearly = (
  schema: Schema,
  schemas: Schemas,
  dice: Dice,
  rareness: number,
  depth = 0,
): unknown => {
  if (dice.once(rareness) || depth > 8) return odd(dice);
  const inner = (next: Schema): unknown => nearly(next, schemas, dice, rareness, depth + 1);
  if (schema.$ref !== undefined) return inner(schemas[schema.$ref.split('/').at(-1)!] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return dice.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return inner(dice.pick(choices));
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(inner)) as unknown;
  const type = Array.isArray(schema.type) ? (dice.pick(schema.type) as string) : schema.type;
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([name]) => dice.once(2) || schema.required?.includes(name),
    );
    const value = Object.fromEntries(fields.map(([name, field]) => [name, inner(field)]));
    return dice.once(rareness) ? { ...value, [dice.pick(['org_id', 'id', 'extra'])]: odd(dice) } : value;
  }
  if (type === 'array') return Array.from({ length: dice.upTo(4) }, () => inner(schema.items ?? {}));
  if (type === 'number' || type === 'integer') return dice.pick([0, 1, 5, 60, 1_000, 0.5]);
  if (type === 'boolean') return dice.once(2);
  return type === 'null' ? null : text(dice, schema.format);
};
