/** The connection to the relay without a page: for programs that have samples of their own. It imports nothing of a browser. */
export { Transport } from './transport.js';
export { socketOpener, type StandardSocket } from './web-socket.js';
export { reach, REACH_TIMEOUT_MS, type Reach } from './reach.js';
export type { CapturedAudio, CapturedGap } from './audio-sender.js';
export type {
  EndRequest,
  HelloOptions,
  OpenSocket,
  SocketHandlers,
  SocketLike,
  TokenContext,
  TransportDependencies,
  TransportEvent,
  TransportOptions,
  TransportOutcome,
  TransportPhase,
} from './transport-types.js';
export { systemScheduler, type Cancel, type Scheduler } from '../common/scheduler.js';
export { errorFromWire } from '../common/error-wire.js';
export {
  ConnectionError,
  CredentialError,
  RelayError,
  UndertoneError,
  UsageError,
} from '../common/undertone-error.js';
