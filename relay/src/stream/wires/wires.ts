import type { SocketKind, StreamSocket } from '../socket.js';
import { JSON_TEXT, PROTOBUF } from './undertone-wires.js';
import { TELEPHONY, type TelephonyKind } from './telephony/adapters.js';
import type { Codec, Wire } from './wire.js';

const wiresOf = (adapters: typeof TELEPHONY): Readonly<Record<TelephonyKind, Wire>> =>
  Object.fromEntries(Object.entries(adapters).map(([kind, { wire }]) => [kind, wire])) as Record<
    TelephonyKind,
    Wire
  >;

/** How each kind of socket speaks. A new kind does not compile until it has a row here; a telephony adapter has one by itself. */
const WIRES: Readonly<Record<SocketKind, Wire>> = {
  proto: () => PROTOBUF,
  json: () => JSON_TEXT,
  plain: () => JSON_TEXT,
  ...wiresOf(TELEPHONY),
};

export const codecFor = (socket: StreamSocket): Codec => WIRES[socket.kind](socket);
