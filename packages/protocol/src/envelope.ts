/** The envelope: sequence numbers and one body, in both directions, for the binary form. */
import { readMessage, writeMessage, writeTagged } from './binary.js';
import { ProtocolError } from './errors.js';
import type { Message } from './shape.js';
import type { WireFormat } from './wire.js';

/** Sent with every message: four numbers, and on an observing stream the session that the message is about. */
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

/** Encodes one message. @throws TypeError for a kind or an enum value that `envelope` does not have */
export const encode = (
  wire: WireFormat,
  envelope: Message,
  message: Envelope & { body?: Body },
): Uint8Array => {
  const { body } = message;
  const writer = writeMessage(envelope, message as object as Record<string, unknown>, wire.writer());
  if (body !== undefined) {
    const field = envelope.body(body.kind);
    if (field === undefined) throw new TypeError(`unknown message kind ${body.kind}`);
    writeTagged(field, body.value, writer);
  }
  return writer.finish();
};

/**
 * Decodes one message. @throws ProtocolError when the bytes are not a message of the contract
 * @param unknown what is done with fields of the body that the contract does not know
 */
export const decode = (
  wire: WireFormat,
  envelope: Message,
  bytes: Uint8Array,
  unknown: 'ignored' | 'refused',
): Envelope & { body?: Body } => {
  let plain: Record<string, unknown>;
  try {
    const reader = wire.reader(bytes);
    plain = readMessage(envelope, reader, reader.len, unknown === 'refused' ? '' : undefined);
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    throw new ProtocolError('protocol_error', 'the message is not readable protobuf', undefined, { cause });
  }
  const message: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(plain)) {
    if (envelope.body(name) === undefined) message[name] = value;
    else message['body'] = { kind: name, value };
  }
  return message as unknown as Envelope & { body?: Body };
};
