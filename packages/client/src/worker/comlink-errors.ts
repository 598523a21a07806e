import { transferHandlers } from 'comlink';
import { errorFromWire, errorToWire, type WireError } from '../common/error-wire.js';
import { UndertoneError } from '../common/undertone-error.js';

type AnyHandler = NonNullable<ReturnType<(typeof transferHandlers)['get']>>;

/** What Comlink passes to the handler. */
interface Thrown {
  value: unknown;
}

/** What crosses the port when an error of ours was thrown. */
interface WireThrown {
  undertone: WireError;
}

/**
 * Lets `code`, `family`, `retryable` and `details` of our errors survive Comlink, which carries only an error's message,
 * name and stack. Both sides call it once; a second call changes nothing.
 */
export function registerErrorTransfer(): void {
  const original = transferHandlers.get('throw');
  if (original === undefined || registered.has(original)) return;
  const handler: AnyHandler = {
    canHandle: (value): value is unknown => original.canHandle(value),
    serialize(thrown) {
      const { value } = thrown as Thrown;
      if (!(value instanceof UndertoneError)) return original.serialize(thrown);
      return [{ undertone: errorToWire(value) } satisfies WireThrown, []];
    },
    deserialize(wire) {
      if (isOurs(wire)) throw errorFromWire(wire.undertone);
      return original.deserialize(wire);
    },
  };
  registered.add(handler);
  transferHandlers.set('throw', handler);
}

const registered = new WeakSet();

function isOurs(wire: unknown): wire is WireThrown {
  return typeof wire === 'object' && wire !== null && 'undertone' in wire;
}
