export type { Revocation } from './credentials.js';
export { createStreams, type StreamCounts, type Streams } from './streams.js';
export type { SocketKind, StreamSocket } from './socket.js';
export type * from './ports.js';
