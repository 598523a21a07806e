/**
 * Writes proto/fixtures/*.hex from proto/fixtures/*.json by protobufjs's reflection over realtime.proto, which shares no
 * code with the generated codec that the tests compare it with. `--check` writes nothing and fails on a difference.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { commandLine } from '../../../scripts/lib/command-line.mjs';

const { values } = commandLine({
  help: `
Usage: node packages/protocol/scripts/fixtures.mjs [--check]

Writes the golden frames of proto/fixtures from their JSON.

  --check    writes nothing, and fails where something is out of step`,
  options: { check: { type: 'boolean', default: false } },
});

const proto = join(dirname(fileURLToPath(import.meta.url)), '../../../proto');
const root = await protobuf.load(join(proto, 'realtime.proto'));
const ENVELOPES = { client: 'undertone.v1.ClientMessage', server: 'undertone.v1.ServerMessage' };
const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** The JSON form of a message → what protobufjs's reflection encodes. */
function convert(type, json) {
  type.resolveAll?.();
  const out = {};
  for (const field of type.fieldsArray) {
    const value =
      json[
        field.options?.json_name ??
          field.protoName ??
          field.name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
      ];
    if (value === undefined) continue;
    const one = (item) => {
      if (field.resolvedType instanceof protobuf.Enum) {
        const prefix = `${field.resolvedType.name.replace(/(?<=[a-z])(?=[A-Z])/g, '_')}_`.toUpperCase();
        return field.resolvedType.values[prefix + item.toUpperCase()];
      }
      if (field.resolvedType instanceof protobuf.Type) return convert(field.resolvedType, item);
      return field.type === 'bytes' ? Buffer.from(item, 'base64') : item;
    };
    if (field.map) out[field.name] = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, one(v)]));
    else out[field.name] = field.repeated ? value.map(one) : one(value);
  }
  return out;
}

function bytesOf(direction, json) {
  const envelope = root.lookupType(ENVELOPES[direction]);
  envelope.resolveAll();
  const { type, seq, ack, generation, audio_pos: audioPos, observed, position } = json;
  const body = envelope.fieldsArray.find(
    (field) => (field.options?.json_name ?? camelCase(field.name)) === type,
  );
  if (!body) throw new Error(`no message of type ${type}`);
  const about = observed === undefined ? {} : { observed, position };
  const message = {
    seq,
    ack,
    generation,
    audioPos,
    ...about,
    [body.name]: convert(body.resolve().resolvedType, json),
  };
  return envelope.encode(envelope.fromObject(message)).finish();
}

const checking = values.check;
const drifted = [];
for (const file of readdirSync(join(proto, 'fixtures')).filter((name) => name.endsWith('.json'))) {
  const json = JSON.parse(readFileSync(join(proto, 'fixtures', file), 'utf8'));
  const hex = `${Buffer.from(bytesOf(file.split('.')[0], json))
    .toString('hex')
    .replace(/.{1,80}/g, '$&\n')}`;
  const target = join(proto, 'fixtures', file.replace(/json$/, 'hex'));
  if (existsSync(target) && readFileSync(target, 'utf8') === hex) continue;
  drifted.push(file);
  if (!checking) writeFileSync(target, hex);
}
if (checking && drifted.length > 0) {
  console.error(
    `Fixtures out of step: ${drifted.join(', ')}. Run: node packages/protocol/scripts/fixtures.mjs`,
  );
  process.exit(1);
}
console.log(drifted.length === 0 ? 'Fixtures are in step.' : `Wrote ${drifted.length} fixtures.`);
