export { createSession } from './session/create-session.js';
export { tokenFrom, type TokenAnswer } from './session/token.js';
export { UndertoneSession } from './session/session.js';
export type { AssetUrls, SessionOptions, SourceOptions } from './session/session-options.js';
export { transition } from './session/session-state.js';
export type { SessionAction, SessionState, StateChange } from './session/session-state.js';
export type { DeviceEvent } from './capture/capture.js';
export type {
  EndedInfo,
  GapEvent,
  PresenceEvent,
  ProsodyEvent,
  SessionEvents,
  StatsEvent,
  TurnEvent,
  VadEvent,
} from './session/session-events.js';
export {
  CaptureError,
  ConnectionError,
  CredentialError,
  RelayError,
  UndertoneError,
  UsageError,
} from './common/undertone-error.js';
export type {
  CaptureErrorCode,
  ConnectionErrorCode,
  CredentialErrorCode,
  ErrorFamily,
  UsageErrorCode,
} from './common/undertone-error.js';
export type { Logger, LogFields } from './common/logger.js';
export { doctor } from './doctor/run-doctor.js';
export type { DoctorOptions } from './doctor/doctor.js';
export type { Check, CheckId } from './doctor/check.js';
export type { CheckedPage } from './doctor/checked-page.js';
export { browserEnvironment } from './capture/page-environment.js';
export type { PageEnvironment } from './capture/page-environment.js';
export { DEFAULT_CONSTRAINTS } from './capture/microphone.js';
export type { SourceTrack } from './capture/audio-source.js';
export type { ClientStats, TokenContext } from './transport/transport-types.js';
export type { ReconnectOptions } from './transport/reconnect-policy.js';
