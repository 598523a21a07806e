/** The envelope: sequence numbers beside one body, in both directions, for the binary form. */
import { ProtocolError } from './errors.js';
import { toPlain, toWire } from './plain.js';
import type { Shapes } from './shape.js';

/** The four numbers that travel with every message. */
export interface Envelope {
  seq: number;
  ack: number;
  generation: number;
  audioPos: number;
}

/** A body in the application form. */
export interface Body {
  kind: string;
  value: object;
}

const ENVELOPE_FIELDS = ['seq', 'ack', 'generation', 'audioPos'] as const;

/** Encodes one message. */
export function encode(
  root: { encode(message: object): { finish(): Uint8Array } },
  shapes: Shapes,
  name: string,
  message: Envelope & { body?: Body },
): Uint8Array {
  const { seq, ack, generation, audioPos, body } = message;
  const wire: Record<string, unknown> = { seq, ack, generation, audioPos };
  if (body !== undefined) {
    const field = shapes.body(name, 'jsonName', body.kind);
    if (field === undefined) throw new TypeError(`unknown message kind ${body.kind}`);
    wire[field.name] = toWire(shapes, field.type.message, body.value as Record<string, unknown>);
  }
  return root.encode(wire).finish();
}

/** Decodes one message. @throws ProtocolError when the bytes are not a message of the contract */
export function decode(
  root: { decode(bytes: Uint8Array): Record<string, unknown> },
  shapes: Shapes,
  name: string,
  bytes: Uint8Array,
): Envelope & { body?: Body } {
  let decoded: Record<string, unknown>;
  try {
    decoded = root.decode(bytes);
  } catch (cause) {
    throw new ProtocolError('protocol_error', 'the message is not readable protobuf', undefined, { cause });
  }
  const message: Envelope & { body?: Body } = { seq: 0, ack: 0, generation: 0, audioPos: 0 };
  for (const field of ENVELOPE_FIELDS) {
    const value = decoded[field] ?? 0;
    if (!Number.isSafeInteger(value)) {
      throw new ProtocolError('validation_error', `${field} is beyond 2^53`, field);
    }
    message[field] = value as number;
  }
  const field = typeof decoded['body'] === 'string' ? shapes.body(name, 'name', decoded['body']) : undefined;
  if (field !== undefined) {
    const inner = decoded[field.name] as Record<string, unknown>;
    message.body = { kind: field.jsonName, value: toPlain(shapes, field.type.message, inner) };
  }
  return message;
}
