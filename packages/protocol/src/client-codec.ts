/** The client's half of the binary form: it encodes client messages and decodes server messages. */
import { compactWire } from './compact-wire.js';
import { decode, encode } from './envelope.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import { clientShapes, serverShapes } from './shapes.js';

/** Encodes a client message as protobuf. */
export const encodeClientMessage = (message: ClientMessage): Uint8Array =>
  encode(compactWire, clientShapes, 'ClientMessage', message);

/** Decodes a server message; byte fields are views of `bytes`. @throws {@link ProtocolError} for bytes that are not one */
export const decodeServerMessage = (bytes: Uint8Array): ServerMessage =>
  decode(compactWire, serverShapes, 'ServerMessage', bytes) as ServerMessage;
