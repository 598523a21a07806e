import {
  CaptureError,
  ConnectionError,
  CredentialError,
  RelayError,
  type UndertoneError,
  UsageError,
  type ErrorFamily,
  type UndertoneErrorInit,
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
export const errorToWire = (error: UndertoneError): WireError => {
  const { family, code, message, retryable, details, cause } = error;
  const wire: WireError = { family, code, message, retryable, details: { ...details } };
  if (cause !== undefined) wire.causeMessage = describeUnknown(cause);
  return wire;
};

/** The other direction; `instanceof` works again afterwards. */
export const errorFromWire = (wire: WireError): UndertoneError => {
  const init: UndertoneErrorInit = { retryable: wire.retryable, details: wire.details };
  if (wire.causeMessage !== undefined) init.cause = new Error(wire.causeMessage);
  const FamilyError = CLASSES[wire.family];
  // The code came from an error of that class.
  return new FamilyError(wire.code as never, wire.message, init);
};

const CLASSES = {
  capture: CaptureError,
  credential: CredentialError,
  connection: ConnectionError,
  relay: RelayError,
  usage: UsageError,
};

/** Words for something that was thrown and may be anything. */
export const describeUnknown = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown);
};
