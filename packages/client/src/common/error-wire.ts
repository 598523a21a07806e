import {
  CaptureError,
  ConnectionError,
  CredentialError,
  RelayError,
  type UndertoneError,
  UsageError,
  type CaptureErrorCode,
  type ConnectionErrorCode,
  type CredentialErrorCode,
  type ErrorFamily,
  type UndertoneErrorInit,
  type UsageErrorCode,
} from './undertone-error.js';

/** An error as plain data: structured cloning keeps a message and a stack, never our `code` or `retryable`. */
export interface WireError {
  family: ErrorFamily;
  code: string;
  message: string;
  retryable: boolean;
  details: Record<string, string | number | boolean>;
  causeMessage?: string;
}

/** An error as data that survives `postMessage`. Anything that is not ours becomes `fallback`'s family and code. */
export function errorToWire(error: UndertoneError): WireError {
  const { family, code, message, retryable, details, cause } = error;
  const wire: WireError = { family, code, message, retryable, details: { ...details } };
  if (cause !== undefined) wire.causeMessage = describeUnknown(cause);
  return wire;
}

/** The other direction; `instanceof` works again afterwards. */
export function errorFromWire(wire: WireError): UndertoneError {
  const init: UndertoneErrorInit = { retryable: wire.retryable, details: wire.details };
  if (wire.causeMessage !== undefined) init.cause = new Error(wire.causeMessage);
  switch (wire.family) {
    case 'capture':
      return new CaptureError(wire.code as CaptureErrorCode, wire.message, init);
    case 'credential':
      return new CredentialError(wire.code as CredentialErrorCode, wire.message, init);
    case 'connection':
      return new ConnectionError(wire.code as ConnectionErrorCode, wire.message, init);
    case 'relay':
      return new RelayError(wire.code, wire.message, init);
    case 'usage':
      return new UsageError(wire.code as UsageErrorCode, wire.message, init);
  }
}

/** Words for something that was thrown and may be anything. */
export function describeUnknown(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown);
}
