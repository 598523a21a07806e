import { ConnectionError, TimeoutError, toApiError, UndertoneError } from './errors.js';
import { parseRetryAfter, Retries } from './retry.js';
import { wait } from './wait.js';

/** Where the relay is, who asks, and how long to try. */
export interface HttpClientOptions {
  /** `psk_…`, of the organization. It belongs on a server, never in a page. */
  readonly apiKey: string;
  /** The relay's origin, for example `https://undertone.example.com`. */
  readonly baseUrl: string;
  /** Retries after the first attempt, for failures that may pass. Default 3. */
  readonly maxRetries?: number;
  /** How long to wait for one answer, ms. Default 60,000; 300,000 for calls with audio. */
  readonly timeoutMs?: number;
  /** Longest pause before a retry, ms. A longer `Retry-After` is not waited for. Default 60,000. */
  readonly maxRetryDelayMs?: number;
  /** Another implementation of fetch, for example one with a proxy. */
  readonly fetch?: typeof fetch;
  /** Waits between attempts. Tests replace it. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** What one call may have otherwise than the client. */
export interface CallOptions {
  /** Aborts the call: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** A repeated POST with the same key returns the answer of the first one. By default, every POST gets a key of its own. */
  readonly idempotencyKey?: string;
  /** How long to wait for one answer, ms. */
  readonly timeoutMs?: number;
  /** Retries after the first attempt, for failures that may pass. */
  readonly maxRetries?: number;
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path from `/v1` on. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly json?: unknown;
  /** Made anew for each attempt, because streams in a form can be read only once. */
  readonly form?: () => FormData | Promise<FormData>;
  /** How long its answer may take, unless the caller says. Default 60,000. */
  readonly timeoutMs?: number;
}

/** The relay may take two minutes for an hour of audio, and 25 MB come as slowly as they are sent. */
export const AUDIO_TIMEOUT_MS = 300_000;

/** What a header can carry. Its white space at the end is left out there: a key from a file often has a line break. */
const KEY_SHAPE = /^psk_[\x21-\x7e]*\s*$/;

const DEFAULTS = { maxRetries: 3, timeoutMs: 60_000, maxRetryDelayMs: 60_000 } as const;

/** Calls the REST API. Does authentication, retries and time limits, and turns errors into classes. */
export class HttpClient {
  private readonly options: HttpClientOptions;

  /** @throws UndertoneError `key_in_browser`, `bad_key`, `bad_base_url` */
  constructor(options: HttpClientOptions) {
    if ('document' in globalThis) {
      throw new UndertoneError(
        'key_in_browser',
        'an API key must stay on a server: let your server ask for a stream token and give the page that',
        false,
      );
    }
    if (!KEY_SHAPE.test(options.apiKey))
      throw new UndertoneError('bad_key', 'apiKey must be an API key: psk_ and visible ASCII', false);
    if (!URL.canParse(options.baseUrl))
      throw new UndertoneError(
        'bad_base_url',
        'baseUrl must be a URL such as https://undertone.example.com',
        false,
      );
    this.options = options;
  }

  /**
   * Makes one call. Returns `undefined` for an answer without a body.
   * @throws ApiError, ConnectionError, TimeoutError; UndertoneError `bad_id`; TypeError for what JSON or a header cannot hold;
   *   the signal's reason when it aborted
   */
  async call<T>(call: HttpCall, options: CallOptions = {}): Promise<T> {
    const idempotencyKey =
      options.idempotencyKey ?? (call.method === 'POST' ? crypto.randomUUID() : undefined);
    const timeoutMs = options.timeoutMs ?? this.options.timeoutMs ?? call.timeoutMs ?? DEFAULTS.timeoutMs;
    const retries = new Retries({
      maxRetries: options.maxRetries ?? this.options.maxRetries ?? DEFAULTS.maxRetries,
      maxDelayMs: this.options.maxRetryDelayMs ?? DEFAULTS.maxRetryDelayMs,
      timeoutMs,
    });
    for (;;) {
      try {
        return await this.attempt<T>(call, { ...options, timeoutMs }, idempotencyKey);
      } catch (error) {
        const delayMs = retries.delayMs(error, Math.random());
        if (delayMs === undefined) throw error;
        await (this.options.wait ?? wait)(delayMs, options.signal);
      }
    }
  }

  private async attempt<T>(
    call: HttpCall,
    { timeoutMs, signal: stop }: CallOptions & { readonly timeoutMs: number },
    idempotencyKey: string | undefined,
  ): Promise<T> {
    // What cannot be sent is the caller's mistake, and no connection that broke: it must not be tried again.
    const request = {
      url: this.url(call),
      method: call.method,
      headers: new Headers(this.headers(call, idempotencyKey)),
      ...(call.json !== undefined && { body: JSON.stringify(call.json) }),
      ...(call.form !== undefined && { body: await call.form() }),
    };
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? deadline : AbortSignal.any([deadline, stop]);
    try {
      const { url, ...init } = request;
      const response = await (this.options.fetch ?? fetch)(url, { ...init, signal, redirect: 'error' });
      const text = await response.text();
      if (response.ok) return parseJson(text) as T;
      throw toApiError(readError(response, text));
    } catch (error) {
      if (error instanceof UndertoneError) throw error;
      if (stop?.aborted === true) throw stop.reason;
      if (deadline.aborted) throw new TimeoutError(timeoutMs);
      throw new ConnectionError(`could not reach ${new URL(this.options.baseUrl).origin}`, { cause: error });
    }
  }

  private url({ path, query = {} }: HttpCall): URL {
    const url = new URL(`${this.options.baseUrl.replace(/\/+$/, '')}${path}`);
    // A URL takes `.` and `..` for steps on its path, encoded or not: the call would go elsewhere.
    if (!url.pathname.endsWith(path))
      throw new UndertoneError('bad_id', 'an id cannot be "." or ".."', false);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  private headers({ json }: HttpCall, idempotencyKey: string | undefined): Record<string, string> {
    return {
      'X-API-Key': this.options.apiKey,
      Accept: 'application/json',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
  }
}

const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new UndertoneError('bad_answer', 'the answer is not JSON: does baseUrl lead to a relay?', false, {
      cause,
    });
  }
};

interface ErrorEnvelope {
  readonly error?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** A proxy in between may answer with anything. An answer that is not our error envelope is described by its status. */
const readError = (response: Response, text: string) => {
  let envelope: ErrorEnvelope = {};
  try {
    envelope = (JSON.parse(text) ?? {}) as ErrorEnvelope;
  } catch {
    envelope = {};
  }
  const { code, message, details } = envelope.error ?? {};
  return {
    status: response.status,
    code: typeof code === 'string' ? code : `http_${response.status}`,
    message: typeof message === 'string' ? message : `the relay answered ${response.status}`,
    details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterS: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
  };
};
