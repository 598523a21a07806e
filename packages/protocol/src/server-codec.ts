/** The relay's half of the binary form: it decodes client messages and encodes server messages. */
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { decode, encode } from './envelope.js';
import { clientMessage, serverMessage } from './generated/messages.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import type { WireFormat } from './wire.js';

const libraryWire: WireFormat = {
  reader: (bytes) => new BinaryReader(bytes),
  writer: () => new BinaryWriter(),
};

/** Encodes a server message as protobuf. */
export const encodeServerMessage = (message: ServerMessage): Uint8Array =>
  encode(libraryWire, serverMessage, message);

/** Decodes a client message; byte fields are views of `bytes`. @throws {@link ProtocolError} for bytes that are not one */
export const decodeClientMessage = (bytes: Uint8Array): ClientMessage =>
  decode(libraryWire, clientMessage, bytes) as ClientMessage;
