/**
 * Generates packages/protocol/src/generated from proto/realtime.proto.
 * `node generate.mjs` writes; `node generate.mjs --check` writes nothing and fails when a file is out of step.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentsOf } from './comments.mjs';
import { readTypes, reachable } from './descriptor.mjs';
import { commandLine } from '../../../scripts/lib/command-line.mjs';

const { values } = commandLine({
  help: `
Usage: node packages/protocol/scripts/generate.mjs [--check]

Writes packages/protocol/src/generated from proto/realtime.proto.

  --check    writes nothing, and fails where something is out of step`,
  options: { check: { type: 'boolean', default: false } },
});

const here = dirname(fileURLToPath(import.meta.url));
const proto = join(here, '../../../proto/realtime.proto');
const target = join(here, '../src/generated');
const HEADER = '// Generated from proto/realtime.proto by `npm run generate`. Do not edit.\n';
const SCALARS = { string: 'string', bytes: 'Uint8Array', bool: 'boolean' };
/** Names that would hide a global in every file that imports them. */
const RENAMED = { Error: 'ErrorMessage', Audio: 'AudioMessage' };

const tsName = (name) => RENAMED[name] ?? name;
const enumValue = (enumName, value) =>
  value.slice(enumName.replace(/(?<=[a-z])(?=[A-Z])/g, '_').length + 1).toLowerCase();

function cardinality(type, name, field, isMessage) {
  if (field.keyType) return '{}';
  if (field.rule === 'repeated') return '*';
  const inOneOf = Object.values(type.oneofs ?? {}).some((group) => group.oneof.includes(name));
  return inOneOf ? '?' : isMessage && field.options?.proto3_optional ? '?' : '';
}

function tsType(types, field) {
  const referenced = types[field.type];
  const base = referenced === undefined ? (SCALARS[field.type] ?? 'number') : tsName(field.type);
  if (field.keyType) return `Record<string, ${base}>`;
  return field.rule === 'repeated' ? `${base}[]` : base;
}

const ENVELOPES = ['ClientMessage', 'ServerMessage'];

/** What the bodies of an envelope are, for its union. */
const BODIES = {
  ClientMessage: '/** What a client sends, told apart by `kind`: the `type` of the JSON form. */\n',
  ServerMessage: '/** What a relay sends, told apart by `kind`: the `type` of the JSON form. */\n',
};

function interfaces(types) {
  const comments = commentsOf(types);
  const member = (name, field, spec, isMessage) => {
    const optional = cardinality(types[name], field, spec, isMessage) === '?';
    const declared = optional
      ? `${field}?: ${tsType(types, spec)} | undefined`
      : `${field}: ${tsType(types, spec)}`;
    return `${comments.ofField(name, field)}  ${declared};`;
  };
  const lines = [HEADER];
  for (const [name, type] of Object.entries(types)) {
    const comment = comments.ofType(name);
    if (type.values) {
      const names = Object.keys(type.values).map((value) => `'${enumValue(name, value)}'`);
      lines.push(`${comment}export type ${tsName(name)} =\n  | ${names.join('\n  | ')};\n`);
    } else if (ENVELOPES.includes(name)) {
      const bodies = Object.entries(type.fields).filter(([field]) => type.oneofs.body.oneof.includes(field));
      const union = bodies.map(([field, { type: body, jsonName }]) => {
        return `  | { kind: '${jsonName ?? field}'; value: ${tsName(body)} }`;
      });
      lines.push(`${BODIES[name]}export type ${name.replace('Message', 'Body')} =\n${union.join('\n')};\n`);
      const plain = Object.entries(type.fields).filter(([field]) => !type.oneofs.body.oneof.includes(field));
      const fields = plain.map(([field, spec]) => member(name, field, spec, false));
      lines.push(`${comment}export interface ${name} {\n${fields.join('\n')}`);
      lines.push(`  /** Absent when the body is of a kind this version does not know. */`);
      lines.push(`  body?: ${name.replace('Message', 'Body')};\n}\n`);
    } else {
      const fields = Object.entries(type.fields).map(([field, spec]) =>
        member(name, field, spec, types[spec.type]?.fields),
      );
      lines.push(
        fields.length > 0
          ? `${comment}export interface ${tsName(name)} {\n${fields.join('\n')}\n}\n`
          : `${comment}export type ${tsName(name)} = Record<string, never>;\n`,
      );
    }
  }
  return lines.join('\n');
}

const constant = (name) => name[0].toLowerCase() + name.slice(1);
const SHAPES_HEADER = `${HEADER}
import { body, envelope, message, values } from '../shape.js';
`;

/**
 * The shapes of both envelopes, in the language of src/shape.ts: a constant for each body, and for each part that is used twice;
 * what is used once stands where it is used.
 */
function shapes(types) {
  const used = new Map();
  for (const name of new Set(ENVELOPES.flatMap((root) => reachable(types, root)))) {
    for (const { type } of Object.values(types[name].fields ?? {})) used.set(type, (used.get(type) ?? 0) + 1);
  }
  const lines = [];
  const done = new Set();

  /** The expression for a part. Also writes the constants that it needs. */
  function part(name) {
    if (used.get(name) === 1) return expression(name);
    if (!done.has(name)) {
      done.add(name);
      lines.push(`const ${tsName(name)} = ${expression(name)};`);
    }
    return tsName(name);
  }

  function expression(name) {
    const type = types[name];
    if (type.values) {
      const names = Object.keys(type.values).map((value) => enumValue(name, value));
      return `values('${names.join(' ')}')`;
    }
    const fields = Object.entries(type.fields);
    const parts = fields
      .filter(([, spec]) => types[spec.type] !== undefined)
      .map(([, spec]) => part(spec.type));
    return `message(${[source(type, fields), ...parts].join(', ')})`;
  }

  function source(type, fields) {
    let last = 0;
    const texts = fields.map(([field, spec]) => {
      const number = spec.id === last + 1 ? '' : spec.id;
      last = spec.id;
      const referenced = types[spec.type];
      const name = referenced === undefined ? spec.type : referenced.values ? '#' : '@';
      return `${number}${field}:${name}${cardinality(type, field, spec, referenced?.fields)}`;
    });
    return `'${texts.join(' ')}'`;
  }

  for (const name of ENVELOPES) {
    const type = types[name];
    const isBody = ([field]) => type.oneofs.body.oneof.includes(field);
    const fields = Object.entries(type.fields);
    const bodies = fields.filter(isBody).map(([field, spec]) => {
      const kind = spec.jsonName ?? field;
      // The two directions share some kinds, so the constant of a body has the name of its message.
      const constantName = constant(spec.type);
      lines.push(`export const ${constantName} = body(${spec.id}, '${kind}', ${part(spec.type)});`);
      return constantName;
    });
    const own = `${constant(name).replace('Message', 'Envelope')}`;
    lines.push(
      `export const ${own} = ${source(
        type,
        fields.filter((field) => !isBody(field)),
      )};`,
    );
    lines.push(`export const ${constant(name)} = envelope(${[own, ...bodies].join(', ')});`);
  }
  return `${SHAPES_HEADER}\n${lines.join('\n')}\n`;
}

const types = readTypes(proto);
const files = {
  'types.ts': interfaces(types),
  'messages.ts': shapes(types),
};

const checking = values.check;
const drifted = [];
for (const [name, text] of Object.entries(files)) {
  const path = join(target, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  drifted.push(name);
  if (!checking) {
    mkdirSync(target, { recursive: true });
    writeFileSync(path, text);
  }
}
if (checking && drifted.length > 0) {
  console.error(`Out of step with proto/realtime.proto: ${drifted.join(', ')}. Run: npm run generate`);
  process.exit(1);
}
console.log(drifted.length === 0 ? 'Generated code is in step.' : `Wrote ${drifted.join(', ')}.`);
