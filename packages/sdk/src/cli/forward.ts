import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { CliError } from './cli-error.js';
import type { Connection } from './connection.js';

/** The relay's own limit for a receiver. */
const ANSWER_MS = 5_000;
/** The relay pings every half minute or sooner; a connection without one is dead. */
const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
/** `unauthorized` in the protocol's close codes. */
const REVOKED_CLOSE = 4401;

interface EventMessage {
  readonly type: 'event';
  readonly id: string;
  readonly event_type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Message =
  EventMessage | { readonly type: 'ready'; readonly secret: string; readonly events: readonly string[] };

export interface ForwardOptions {
  readonly connection: Connection;
  readonly target: URL;
  /** Absent: every event. */
  readonly events: string | undefined;
  readonly stop: AbortSignal;
  /** A line for the terminal. Lines about the connection go elsewhere than those about events. */
  readonly say: (line: string) => void;
  readonly tell: (line: string) => void;
}

/** Reads `localhost:3000`, `3000`, or a whole address. @throws CliError */
export const readTarget = (text: string): URL => {
  const written = /^\d+$/.test(text) ? `localhost:${text}` : text;
  const whole = /^https?:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(whole))
    throw new CliError('--forward-to must be an address, such as localhost:3000/webhooks');
  const url = new URL(whole);
  if (url.username !== '' || url.password !== '') throw new CliError('--forward-to must hold no password');
  return url;
};

/**
 * Forwards what webhooks would get to a developer's machine, until it is stopped. A connection that is lost is made again.
 * @throws CliError when the relay refuses the key or the events
 */
export const forward = async (options: ForwardOptions): Promise<void> => {
  const { stop, tell } = options;
  let secret: string | undefined;
  for (let retryMs = FIRST_RETRY_MS; !stop.aborted;) {
    const { reason, wasReady } = await listenOnce(options, (shown) => {
      if (shown === secret) tell('connected again');
      else tell(`ready: verify signatures with ${shown}\nCtrl-C ends`);
      secret = shown;
    });
    if (isAborted(stop)) return;
    retryMs = wasReady ? FIRST_RETRY_MS : Math.min(retryMs * 2, LAST_RETRY_MS);
    tell(`${reason}; connecting again. What happens until then is not forwarded`);
    // Not all at the same moment after a relay's restart.
    await pause(retryMs * (0.5 + Math.random() / 2), undefined, { signal: stop }).catch(() => undefined);
  }
};

/** A function, because the compiler does not know that a signal may change during an await. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

interface Ended {
  readonly reason: string;
  readonly wasReady: boolean;
}

const listenOnce = (options: ForwardOptions, ready: (secret: string) => void): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { connection, events, stop } = options;
    const socket = new WebSocket(listenUrl(connection.baseUrl, events), {
      headers: { 'X-API-Key': connection.apiKey },
      handshakeTimeout: 10_000,
    });
    const leave = (): void => socket.terminate();
    let wasReady = false;
    let failure = 'the connection was lost';
    let silence = setTimeout(leave, SILENCE_MS);
    const heard = (): void => {
      clearTimeout(silence);
      silence = setTimeout(leave, SILENCE_MS);
    };
    stop.addEventListener('abort', leave);
    socket.on('ping', heard);
    socket.on('message', (data: Buffer) => {
      heard();
      const message = JSON.parse(data.toString()) as Message;
      if (message.type === 'event') return void deliver(message, options);
      wasReady = true;
      ready(message.secret);
    });
    socket.on('unexpected-response', (_, response) => {
      void refusalOf(response).then((refusal) => {
        if (refusal instanceof CliError) reject(refusal);
        else failure = refusal;
        leave();
      });
    });
    socket.on('error', (error) => {
      if (!wasReady && 'code' in error) failure = `could not reach ${new URL(connection.baseUrl).origin}`;
    });
    socket.on('close', (code) => {
      clearTimeout(silence);
      stop.removeEventListener('abort', leave);
      if (code === REVOKED_CLOSE) reject(new CliError('the API key was revoked'));
      else resolve({ reason: failure, wasReady });
    });
  });

const listenUrl = (baseUrl: string, events: string | undefined): URL => {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v1/webhooks/listen`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (events !== undefined) url.searchParams.set('events', events);
  return url;
};

/** What another attempt would not change is a CliError. */
const refusalOf = async (response: IncomingMessage): Promise<CliError | string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const status = response.statusCode ?? 0;
  const text = sentenceOf(Buffer.concat(chunks).toString()) ?? `the relay answered ${status}`;
  return status === 429 || status >= 500 ? text : new CliError(text);
};

/** The message of the relay's error, with the problems of each parameter. A proxy in between may answer with anything. */
const sentenceOf = (text: string): string | undefined => {
  try {
    const { error } = JSON.parse(text) as {
      error?: { message?: string; details?: Readonly<Record<string, readonly string[]>> };
    };
    if (error?.message === undefined) return undefined;
    const details = Object.entries(error.details ?? {}).map(([name, said]) => `${name} ${said.join(', ')}`);
    return [error.message, ...details].join('; ');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const deliver = async (
  { id, event_type: type, headers, body }: EventMessage,
  { target, say }: ForwardOptions,
): Promise<void> => {
  const startedMs = performance.now();
  const answer = await post(target, headers, body);
  say(`${type} → ${answer} (${Math.round(performance.now() - startedMs)} ms) ${id}`);
};

const post = async (target: URL, headers: EventMessage['headers'], body: string): Promise<string> => {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} s`;
    const cause: unknown = error.cause;
    if (!(cause instanceof Error)) return error.message;
    return 'code' in cause ? String(cause.code) : cause.message;
  }
};
