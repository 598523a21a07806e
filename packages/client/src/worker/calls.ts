import { describeUnknown, errorFromWire, errorToWire, type WireError } from '../common/error-wire.js';
import { UndertoneError } from '../common/undertone-error.js';

/** An end of a channel between two threads: a worker, a worker's own scope, or a port. */
export interface CallPort {
  onmessage: ((event: MessageEvent) => unknown) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** The functions of the other side as seen from this side: they return promises. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

type Callable = (...args: unknown[]) => unknown;

interface Call {
  id: number;
  name: string;
  args: unknown[];
}

interface Answer {
  id: number;
  value?: unknown;
  /** Our errors keep class, code, `retryable` and details. Any other error keeps only its message. */
  error?: WireError | string;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Calls between two threads, in both directions over one channel and in order. Ports among the arguments move to the other
 * side; everything else is copied. A side that has died does not answer, so a caller that cannot wait must detect that itself.
 *
 * @param ours what the other side may call
 * @returns what the other side offers
 */
export const connectCalls = <Theirs extends object>(port: CallPort, ours: object = {}): Remote<Theirs> => {
  const waiting = new Map<number, Waiting>();
  let newest = 0;

  const answer = async ({ id, name, args }: Call): Promise<void> => {
    try {
      port.postMessage(
        { id, value: await Reflect.apply(Reflect.get(ours, name) as Callable, ours, args) } satisfies Answer,
        [],
      );
    } catch (thrown) {
      const error = thrown instanceof UndertoneError ? errorToWire(thrown) : describeUnknown(thrown);
      port.postMessage({ id, error } satisfies Answer, []);
    }
  };

  const answered = ({ id, value, error }: Answer): void => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(typeof error === 'string' ? new Error(error) : errorFromWire(error));
  };

  const call = (name: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++newest;
      const ports = args.filter((argument) => argument instanceof MessagePort);
      port.postMessage({ id, name, args } satisfies Call, ports);
      waiting.set(id, { resolve, reject });
    });

  port.onmessage = ({ data }: MessageEvent<Call | Answer>) => {
    if ('name' in data) void answer(data);
    else answered(data);
  };
  return new Proxy({} as Remote<Theirs>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        call(String(name), args),
  });
};
