/** What can go wrong while sound is taken from the page. */
export type CaptureErrorCode =
  | 'insecure_context'
  | 'unsupported_browser'
  | 'microphone_denied'
  | 'microphone_not_found'
  | 'microphone_in_use'
  | 'microphone_constraints'
  | 'microphone_failed'
  | 'track_ended'
  | 'track_not_audio'
  | 'context_suspended'
  | 'context_failed'
  | 'context_frozen'
  | 'worklet_blocked'
  | 'prosody_unavailable'
  | 'worklet_crashed';

/** What can go wrong with the credential. */
export type CredentialErrorCode = 'psk_in_browser' | 'token_unavailable' | 'token_invalid' | 'unauthorized';

/** What can go wrong on the way to the relay. */
export type ConnectionErrorCode =
  | 'relay_unreachable'
  | 'link_dead'
  | 'handshake_timeout'
  | 'subprotocol_refused'
  | 'protocol_error'
  | 'worker_blocked'
  | 'worker_crashed'
  | 'closed'
  | 'gave_up';

/** What the caller did wrong. */
export type UsageErrorCode = 'invalid_option' | 'invalid_state' | 'disposed' | 'aborted' | 'timeout';

export type ErrorFamily = 'capture' | 'credential' | 'connection' | 'relay' | 'usage';

export interface UndertoneErrorInit {
  /** Whether the same call can succeed later without the caller changing anything. */
  retryable?: boolean;
  cause?: unknown;
  /** Short machine-readable facts (a close code, a device name): never a secret, never audio. */
  details?: Readonly<Record<string, string | number | boolean>>;
}

/** Every error of this library. Match on `code`, never on the message. */
export abstract class UndertoneError extends Error {
  abstract readonly family: ErrorFamily;
  abstract readonly code: string;
  abstract readonly retryable: boolean;
  abstract readonly details: Readonly<Record<string, string | number | boolean>>;
}

abstract class CodedError<Code extends string> extends UndertoneError {
  override readonly retryable: boolean;
  override readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(
    override readonly code: Code,
    message: string,
    init: UndertoneErrorInit = {},
  ) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.retryable = init.retryable ?? false;
    this.details = init.details ?? {};
  }
}

/** Microphone, track, audio context or worklet. */
export class CaptureError extends CodedError<CaptureErrorCode> {
  override readonly name = 'CaptureError';
  readonly family = 'capture';
}

/** The token, or what was given in its place. */
export class CredentialError extends CodedError<CredentialErrorCode> {
  override readonly name = 'CredentialError';
  readonly family = 'credential';
}

/** The link to the relay, or the worker that holds it. */
export class ConnectionError extends CodedError<ConnectionErrorCode> {
  override readonly name = 'ConnectionError';
  readonly family = 'connection';
}

/** The relay said no. `code` is one of the contract's error codes. */
export class RelayError extends CodedError<string> {
  override readonly name = 'RelayError';
  readonly family = 'relay';
}

/** The caller's mistake, or the caller's own abort. */
export class UsageError extends CodedError<UsageErrorCode> {
  override readonly name = 'UsageError';
  readonly family = 'usage';
}
