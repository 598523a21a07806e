/** Reads proto/realtime.proto and returns a plain list of messages and enums, with their comments. */
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

const PACKAGE = ['undertone', 'v1'];

/** The messages and enums of a .proto file by name. `comment` is what stands before one, or behind a field. */
export function readTypes(protoPath) {
  const { root } = protobuf.parse(readFileSync(protoPath, 'utf8'), {
    alternateCommentMode: true,
    preferTrailingComment: true,
  });
  return PACKAGE.reduce((node, name) => node.nested[name], root.toJSON({ keepComments: true })).nested;
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
