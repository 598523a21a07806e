import { ConnectionError, TimeoutError, UndertoneError } from '../http/errors.js';

/** A message of the plain streaming endpoint: `type` and flat snake_case fields (see the realtime protocol). */
export interface StreamMessage {
  /** As in the realtime protocol: `directive`, `turn.end`, `session_end` … */
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The part of a WebSocket that the stream needs. Those of browsers, edge runtimes and `ws` all have it. */
export interface StreamSocket {
  /** Set to `arraybuffer`. */
  binaryType: string;
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  /** Sends one message, text or binary. */
  send(data: string | Uint8Array): void;
  /** Closes it. */
  close(code?: number): void;
  /** Listens to its events. */
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: unknown) => void): void;
}

/** Opens a WebSocket with these sub-protocols. */
export type OpenSocket = (url: string, protocols: string[]) => StreamSocket;

export interface LiveStreamOptions {
  readonly url: string;
  /** A fresh stream token. It opens one stream. */
  readonly token: string;
  /** The first message. It needs at least `sample_rate`. */
  readonly hello: Readonly<Record<string, unknown>> & { readonly sample_rate: number };
  readonly open: OpenSocket;
  /** When it aborts, the stream is over at once, whether open or not yet. */
  readonly signal?: AbortSignal;
  /** How long opening may take. Default 15,000. */
  readonly timeoutMs?: number;
}

const OPEN_TIMEOUT_MS = 15_000;
/** When this many bytes are unsent, `send` reports that the network is behind: about eight seconds of 16 kHz speech. */
const HIGH_WATER_BYTES = 256 * 1024;

/**
 * One live stream to `/v1/stream`. Iterate over it to get its messages. It ends after `session_end`.
 * An `error` message that ends the session makes the iteration throw; so does the signal, with its reason.
 */
export class LiveStream implements AsyncIterable<StreamMessage> {
  private readonly socket: StreamSocket;
  private readonly messages: StreamMessage[] = [];
  private wake: () => void = () => undefined;
  private ending: { readonly error: Error | undefined } | undefined;
  private fatal: UndertoneError | undefined;

  private constructor(socket: StreamSocket) {
    this.socket = socket;
  }

  /**
   * @throws ConnectionError when the relay cannot be reached or refuses the token; TimeoutError when it does not answer; the
   *   signal's reason
   */
  static async open({
    url,
    token,
    hello,
    open,
    signal,
    timeoutMs = OPEN_TIMEOUT_MS,
  }: LiveStreamOptions): Promise<LiveStream> {
    signal?.throwIfAborted();
    const socket = open(url, [`undertone.auth.${token}`, 'undertone.v1.json']);
    socket.binaryType = 'arraybuffer';
    const stream = new LiveStream(socket);
    await opened(socket, timeoutMs, signal);
    const abort = (): void => stream.abort(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    socket.addEventListener('message', (event) => {
      stream.receive((event as { readonly data: unknown }).data);
    });
    socket.addEventListener('close', (event) => {
      signal?.removeEventListener('abort', abort);
      const { code, reason } = event as { readonly code: number; readonly reason: string };
      stream.closing(code, reason);
    });
    socket.send(JSON.stringify({ type: 'session.hello', ...hello }));
    return stream;
  }

  /**
   * Sends raw samples at the pace of speech, in the encoding that the hello named, interleaved if there are several channels.
   * @returns false while the network is behind; wait before sending more
   */
  send(samples: Uint8Array): boolean {
    if (this.ending !== undefined) return false;
    this.socket.send(samples);
    return this.socket.bufferedAmount < HIGH_WATER_BYTES;
  }

  /** Sends a control message, for example `{ type: 'pause', reason: 'hold' }`. */
  control(message: StreamMessage): void {
    if (this.ending === undefined) this.socket.send(JSON.stringify(message));
  }

  /** Reports the end of the audio. The remaining results still arrive, then `session_end`. */
  end(): void {
    this.control({ type: 'session.end' });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamMessage, void> {
    for (;;) {
      const message = this.messages.shift();
      if (message !== undefined) {
        yield message;
        continue;
      }
      if (this.ending?.error !== undefined) throw this.ending.error;
      if (this.ending !== undefined) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private abort(reason: Error): void {
    this.ending = { error: reason };
    this.messages.length = 0;
    this.socket.close(1000);
    this.wake();
  }

  private receive(data: unknown): void {
    if (typeof data !== 'string' || this.ending !== undefined) return;
    const message = JSON.parse(data) as StreamMessage;
    if (message.type === 'error' && message['fatal'] === true) {
      this.fatal = new UndertoneError(
        String(message['code']),
        String(message['message']),
        message['retryable'] === true,
      );
    }
    this.messages.push(message);
    this.wake();
  }

  private closing(code: number, reason: string): void {
    const error =
      this.fatal ??
      (code === 1000 ? undefined : new ConnectionError(`the stream closed with ${code} ${reason}`));
    this.ending ??= { error };
    this.wake();
  }
}

/** Waits until the socket is open; whoever waits no longer leaves none behind. */
const opened = (socket: StreamSocket, timeoutMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      outcome();
    };
    const giveUp = (error: Error): void => {
      settle(() => reject(error));
      socket.close();
    };
    const abort = (): void => giveUp(signal?.reason as Error);
    const timer = setTimeout(() => giveUp(new TimeoutError(timeoutMs)), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    socket.addEventListener('open', () => settle(resolve));
    socket.addEventListener('error', () =>
      settle(() =>
        reject(
          new ConnectionError(
            'the stream was refused: the token may be used or expired, or the plan is full',
          ),
        ),
      ),
    );
  });
