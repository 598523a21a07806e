/** The relay's part of the binary form: it decodes client messages and encodes server messages. */
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { decode, encode } from './envelope.js';
import { clientMessage, serverMessage } from './generated/messages.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import type { WireFormat } from './wire.js';

/** A writer keeps the memory it has grown to, so it is reused. One that wrote a larger message than this is not. */
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
    // The writer holds half of a message.
    writer = new BinaryWriter();
    throw cause;
  }
};

/** Decodes a client message. Byte fields are views of `bytes`. @throws {@link ProtocolError} when the bytes are not a client message */
export const decodeClientMessage = (bytes: Uint8Array): ClientMessage =>
  decode(libraryWire, clientMessage, bytes, 'refused') as ClientMessage;
