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

/** An error as plain data. Structured cloning keeps message and stack, but not our `code` and `retryable`. */
export interface WireError {
  family: ErrorFamily;
  code: string;
  message: string;
  retryable: boolean;
  details: Record<string, string | number | boolean>;
  causeMessage?: string;
}

/** Turns an error into data that survives `postMessage`. */
export const errorToWire = (error: UndertoneError): WireError => {
  const { family, code, message, retryable, details, cause } = error;
  const wire: WireError = { family, code, message, retryable, details: { ...details } };
  if (cause !== undefined) wire.causeMessage = describeUnknown(cause);
  return wire;
};

/** Turns the data back into an error, so that `instanceof` works again. */
export const errorFromWire = (wire: WireError): UndertoneError => {
  const init: UndertoneErrorInit = { retryable: wire.retryable, details: wire.details };
  if (wire.causeMessage !== undefined) init.cause = new Error(wire.causeMessage);
  const FamilyError = CLASSES[wire.family];
  // The code fits this class, because it comes from an error of this class.
  return new FamilyError(wire.code as never, wire.message, init);
};

const CLASSES = {
  capture: CaptureError,
  credential: CredentialError,
  connection: ConnectionError,
  relay: RelayError,
  usage: UsageError,
};

/** Describes a thrown value of any kind. */
export const describeUnknown = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown);
};
