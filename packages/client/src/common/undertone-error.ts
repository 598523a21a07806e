/** Errors while sound is captured in the page. */
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
  | 'worklet_crashed'
  | 'hearing_unavailable'
  | 'hearing_failed';

/** Errors of the credential. */
export type CredentialErrorCode = 'psk_in_browser' | 'token_unavailable' | 'token_invalid' | 'unauthorized';

/** Errors on the connection to the relay. */
export type ConnectionErrorCode =
  | 'relay_unreachable'
  | 'not_a_relay'
  | 'link_dead'
  | 'handshake_timeout'
  | 'subprotocol_refused'
  | 'protocol_error'
  | 'worker_blocked'
  | 'worker_crashed'
  | 'closed'
  | 'gave_up';

/** Mistakes of the caller. */
export type UsageErrorCode = 'invalid_option' | 'invalid_state' | 'aborted' | 'audio_refused';

/** What an error is about; each family is a class. */
export type ErrorFamily = 'capture' | 'credential' | 'connection' | 'relay' | 'usage';

export interface UndertoneErrorInit {
  /** Whether the same call can succeed later without a change by the caller. */
  retryable?: boolean;
  cause?: unknown;
  /** Short facts for programs (a close code, a device name). Never a secret, never audio. */
  details?: Readonly<Record<string, string | number | boolean>>;
}

/** The base of all errors of this library. Compare `code`, never the message. */
export abstract class UndertoneError extends Error {
  /** What it is about. */
  abstract readonly family: ErrorFamily;
  /** Stable; programs may compare it. */
  abstract readonly code: string;
  /** Whether the same call can succeed later without a change by the caller. */
  abstract readonly retryable: boolean;
  /** Short facts for programs. Never a secret, never audio. */
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

/** An error of the microphone, track, audio context or worklet. */
export class CaptureError extends CodedError<CaptureErrorCode> {
  override readonly name = 'CaptureError';
  readonly family = 'capture';
}

/** An error of the token, or of a value given in its place. */
export class CredentialError extends CodedError<CredentialErrorCode> {
  override readonly name = 'CredentialError';
  readonly family = 'credential';
}

/** An error of the connection to the relay, or of the worker that runs the connection. */
export class ConnectionError extends CodedError<ConnectionErrorCode> {
  override readonly name = 'ConnectionError';
  readonly family = 'connection';
}

/** The relay refused. `code` is one of the contract's error codes. */
export class RelayError extends CodedError<string> {
  override readonly name = 'RelayError';
  readonly family = 'relay';
}

/** The caller made a mistake, or aborted. */
export class UsageError extends CodedError<UsageErrorCode> {
  override readonly name = 'UsageError';
  readonly family = 'usage';
}
