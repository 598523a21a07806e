/** Reads proto/realtime.proto through pbjs and gives a plain list of messages and enums. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pbjs from 'protobufjs-cli/pbjs.js';

const run = promisify(pbjs.main);
const PACKAGE = ['undertone', 'v1'];

/** Runs `work` with a private temporary folder. */
async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'undertone-proto-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The JSON descriptor of a .proto file. */
export function readDescriptor(protoPath) {
  return inTemporaryFolder(async (folder) => {
    const out = join(folder, 'descriptor.json');
    await run(['-t', 'json', '-o', out, protoPath]);
    return JSON.parse(readFileSync(out, 'utf8'));
  });
}

/** The types of the package, by name. */
export function typesOf(descriptor) {
  return PACKAGE.reduce((node, name) => node.nested[name], descriptor).nested;
}

/** The names reachable from `root`, itself included, in the order of the file. */
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

/** Static protobufjs code for the messages reachable from `root`, one direction only, as a TypeScript module. */
export function staticCode(descriptor, root, direction) {
  const types = typesOf(descriptor);
  const names = reachable(types, root);
  const pruned = {
    nested: {
      undertone: { nested: { v1: { nested: Object.fromEntries(names.map((n) => [n, types[n]])) } } },
    },
  };
  return inTemporaryFolder(async (folder) => {
    const source = join(folder, 'pruned.json');
    const out = join(folder, 'code.js');
    writeFileSync(source, JSON.stringify(pruned));
    const without = direction === 'encode' ? '--no-decode' : '--no-encode';
    const flags = 'create verify delimited convert typeurl service comments'
      .split(' ')
      .map((f) => `--no-${f}`);
    await run(
      ['-t', 'static-module', '-w', 'esm', '--es6', ...flags, without].concat([
        '-r',
        `undertone-${root}-${direction}`,
        '-o',
        out,
        source,
      ]),
    );
    return readFileSync(out, 'utf8').replace('export const undertone', 'const undertone');
  });
}
