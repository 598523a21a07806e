/** The envelope: sequence numbers beside one body, in both directions, for the binary form. */
import { readMessage, writeMessage } from './binary.js';
import { ProtocolError } from './errors.js';
import type { Shapes } from './shape.js';
import { WIRE, type WireFormat } from './wire.js';

/** What travels with every message: four numbers, and on an observing stream what the message is about. */
export interface Envelope {
  seq: number;
  ack: number;
  generation: number;
  audioPos: number;
  observed?: string | undefined;
  position?: number | undefined;
}

/** A body in the application form. */
export interface Body {
  kind: string;
  value: object;
}

/** Encodes one message. @throws TypeError for a kind or an enum value that the contract does not have */
export function encode(
  wire: WireFormat,
  shapes: Shapes,
  name: string,
  message: Envelope & { body?: Body },
): Uint8Array {
  const { body, ...envelope } = message;
  const writer = writeMessage(shapes, name, envelope, wire.writer());
  if (body !== undefined) {
    const field = shapes.body(name, 'jsonName', body.kind);
    if (field === undefined) throw new TypeError(`unknown message kind ${body.kind}`);
    writer.tag(field.number, WIRE.lengthDelimited).fork();
    writeMessage(shapes, field.type.message, body.value as Record<string, unknown>, writer).join();
  }
  return writer.finish();
}

/** Decodes one message. @throws ProtocolError when the bytes are not a message of the contract */
export function decode(
  wire: WireFormat,
  shapes: Shapes,
  name: string,
  bytes: Uint8Array,
): Envelope & { body?: Body } {
  let plain: Record<string, unknown>;
  try {
    plain = readMessage(shapes, name, wire.reader(bytes));
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    throw new ProtocolError('protocol_error', 'the message is not readable protobuf', undefined, { cause });
  }
  const message: Envelope & { body?: Body } = {
    seq: plain['seq'] as number,
    ack: plain['ack'] as number,
    generation: plain['generation'] as number,
    audioPos: plain['audioPos'] as number,
  };
  if (plain['observed'] !== undefined) message.observed = plain['observed'] as string;
  if (plain['position'] !== undefined) message.position = plain['position'] as number;
  for (const key of Object.keys(plain)) {
    const field = shapes.body(name, 'name', key);
    if (field !== undefined) message.body = { kind: field.jsonName, value: plain[key] as object };
  }
  return message;
}
