export { createStreams, type Revocation, type StreamCounts, type Streams } from './streams.js';
export type { SendOutcome, SocketKind, SocketLike, StreamHandler } from './socket.js';
export type * from './ports.js';
