export { listenToCaller } from './listen-to-caller.js';
export type { CallerListener } from './caller-listener.js';
export type { ListenOptions } from './options.js';
export type { Ended, Gap, ListenerEvents, ListenerState, StateChange } from './events.js';
export {
  ConnectionError,
  CredentialError,
  RelayError,
  UndertoneError,
  UsageError,
} from '@undertone/client/transport';
export type { AgentModulation, AgentSteering, Directive, ToneShift, Warning } from '@undertone/protocol';
