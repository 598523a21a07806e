/** Reads proto/realtime.proto through pbjs and returns a plain list of messages and enums. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pbjs from 'protobufjs-cli/pbjs.js';

const run = promisify(pbjs.main);
const PACKAGE = ['undertone', 'v1'];

/** The JSON descriptor of a .proto file. */
export async function readDescriptor(protoPath) {
  const folder = mkdtempSync(join(tmpdir(), 'undertone-proto-'));
  try {
    const out = join(folder, 'descriptor.json');
    await run(['-t', 'json', '-o', out, protoPath]);
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The types of the package, by name. */
export function typesOf(descriptor) {
  return PACKAGE.reduce((node, name) => node.nested[name], descriptor).nested;
}

/** The names reachable from `root`, including itself, in the order of the file. */
export function reachable(types, root) {
  const seen = new Set();
  const visit = (name) => {
    const type = types[name];
    if (type === undefined || seen.has(name)) return;
    seen.add(name);
    for (const field of Object.values(type.fields ?? {})) visit(field.type);
  };
  visit(root);
  return Object.keys(types).filter((name) => seen.has(name));
}
