/** The relay's half of the binary form: it decodes client messages and encodes server messages. */
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { decode, encode } from './envelope.js';
import { clientMessage, serverMessage } from './generated/messages.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import type { WireFormat } from './wire.js';

/** A writer keeps the room that it has grown to, and so is kept itself; not one that wrote a larger message than this. */
const LARGEST_KEPT_BYTES = 65_536;
let writer = new BinaryWriter();

const libraryWire: WireFormat = {
  reader: (bytes) => new BinaryReader(bytes),
  writer: () => writer,
};

/** Encodes a server message as protobuf. */
export const encodeServerMessage = (message: ServerMessage): Uint8Array => {
  try {
    const bytes = encode(libraryWire, serverMessage, message);
    if (bytes.length > LARGEST_KEPT_BYTES) writer = new BinaryWriter();
    return bytes;
  } catch (cause) {
    // Half of the message is in it.
    writer = new BinaryWriter();
    throw cause;
  }
};

/** Decodes a client message; byte fields are views of `bytes`. @throws {@link ProtocolError} for bytes that are not one */
export const decodeClientMessage = (bytes: Uint8Array): ClientMessage =>
  decode(libraryWire, clientMessage, bytes) as ClientMessage;
