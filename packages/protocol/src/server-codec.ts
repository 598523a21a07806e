/** The relay's half of the binary form: it decodes client messages and encodes server messages. */
import { decode, encode } from './envelope.js';
import { root as decoder } from './generated/client-decoder.js';
import { schema as clientSchema } from './generated/client-schema.js';
import { root as encoder } from './generated/server-encoder.js';
import { schema as serverSchema } from './generated/server-schema.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import { Shapes } from './shape.js';

const clientShapes = new Shapes(clientSchema);
const serverShapes = new Shapes(serverSchema);

/** Encodes a server message as protobuf. */
export function encodeServerMessage(message: ServerMessage): Uint8Array {
  return encode(encoder, serverShapes, 'ServerMessage', message);
}

/** Decodes a client message. @throws {@link ProtocolError} for bytes that are not one */
export function decodeClientMessage(bytes: Uint8Array): ClientMessage {
  return decode(decoder, clientShapes, 'ClientMessage', bytes) as ClientMessage;
}
