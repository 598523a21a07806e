/** The client's half of the binary form: it encodes client messages and decodes server messages. */
import { decode, encode } from './envelope.js';
import { root as encoder } from './generated/client-encoder.js';
import { schema as clientSchema } from './generated/client-schema.js';
import { root as decoder } from './generated/server-decoder.js';
import { schema as serverSchema } from './generated/server-schema.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import { Shapes } from './shape.js';

const clientShapes = new Shapes(clientSchema);
const serverShapes = new Shapes(serverSchema);

/** Encodes a client message as protobuf. */
export function encodeClientMessage(message: ClientMessage): Uint8Array {
  return encode(encoder, clientShapes, 'ClientMessage', message);
}

/** Decodes a server message. @throws {@link ProtocolError} for bytes that are not one */
export function decodeServerMessage(bytes: Uint8Array): ServerMessage {
  return decode(decoder, serverShapes, 'ServerMessage', bytes) as ServerMessage;
}
