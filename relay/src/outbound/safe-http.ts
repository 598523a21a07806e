import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request as undiciRequest, type Dispatcher } from 'undici';
import { checkUrl, isWebPort, type UrlRules } from './check-url.js';
import {
  checkedConnector,
  dialer,
  privateLookup,
  publicLookup,
  type ConnectorOptions,
} from './checked-connector.js';
import { OutboundError } from './outbound-error.js';
import { isPublicAddress } from './public-address.js';
import { readBody, type BodyLimit } from './read-body.js';
import { untilAborted } from './until-aborted.js';

export interface SafeHttpOptions {
  /**
   * Allows hosts of private networks, every port and names without a dot. Only for tests and on-premise use: a caller who
   * supplies a URL can then reach every host that the relay can reach.
   */
  readonly allowPrivate?: boolean;
  /** Injected by tests. */
  readonly lookup?: ConnectorOptions['lookup'];
  readonly dial?: ConnectorOptions['dial'];
  readonly isAllowedAddress?: UrlRules['isAllowedAddress'];
  readonly isAllowedPort?: UrlRules['isAllowedPort'];
}

export interface SafeRequest {
  readonly url: string | URL;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly httpsOnly?: boolean;
  /** The maximum number of redirects. Each is checked like the first URL. GET only. 0 (default) returns the 30x answer itself. */
  readonly maxRedirects?: number;
  /** The time from the call to the last byte, including all redirects. */
  readonly timeoutMs: number;
  readonly limit: BodyLimit;
  /** Fails if the answer is compressed although `identity` was requested, instead of returning the compressed bytes. */
  readonly refuseEncodings?: boolean;
  readonly signal?: AbortSignal;
}

export interface SafeResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** The answer was longer than the limit and `whenLonger` was `cut`. */
  readonly truncated: boolean;
  /** The URL that gave the answer, after redirects. */
  readonly url: URL;
}

export interface SafeHttp {
  /**
   * Checks a URL without calling it, for a 400 when somebody registers it.
   * @throws OutboundError `invalid_url`, `address_not_allowed`
   */
  checkUrl(url: string | URL, options?: { httpsOnly?: boolean }): URL;
  /** @throws OutboundError. Every HTTP status is an answer, not an error. */
  request(request: SafeRequest): Promise<SafeResponse>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** An HTTP client for URLs from strangers. README.md says what it refuses and why. */
export const createSafeHttp = (options: SafeHttpOptions = {}): SafeHttp => {
  const { allowPrivate = false } = options;
  const isAllowedAddress = options.isAllowedAddress ?? (allowPrivate ? () => true : isPublicAddress);
  const isAllowedPort = options.isAllowedPort ?? (allowPrivate ? () => true : isWebPort);
  const agent = new Agent({
    connect: checkedConnector({
      lookup: options.lookup ?? (allowPrivate ? privateLookup() : publicLookup()),
      isAllowedAddress,
      dial: options.dial ?? dialer(CONNECT_TIMEOUT_MS),
      lookupTimeoutMs: CONNECT_TIMEOUT_MS,
    }),
    // One request per connection: bytes left over from one tenant's answer cannot get into another tenant's answer.
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const check = (url: string | URL, httpsOnly: boolean) =>
    checkUrl(typeof url === 'string' ? url : url.href, {
      httpsOnly,
      allowPrivate,
      isAllowedAddress,
      isAllowedPort,
    });
  return {
    checkUrl: (url, { httpsOnly = false } = {}) => check(url, httpsOnly),
    request: (request) => send(request, agent, check),
    close: () => agent.destroy(),
  };
};

const send = async (
  request: SafeRequest,
  agent: Agent,
  check: (url: string | URL, httpsOnly: boolean) => URL,
): Promise<SafeResponse> => {
  const { httpsOnly = false, maxRedirects = 0 } = request;
  const deadline = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
  let url = check(request.url, httpsOnly);
  for (let redirects = 0; ; redirects++) {
    try {
      // undici checks the signal only after it is connected. An answer that comes too late aborts itself.
      const answer = await untilAborted(once(request, url, agent, signal), signal);
      if ('target' in answer) {
        if (redirects >= maxRedirects) {
          throw new OutboundError('too_many_redirects', `more than ${maxRedirects} redirects`);
        }
        // A redirect from https to http is refused.
        url = check(answer.target, httpsOnly || url.protocol === 'https:');
        continue;
      }
      return answer;
    } catch (error) {
      throw asOutboundError(error, deadline, request.signal);
    }
  }
};

interface Redirect {
  readonly target: string | URL;
}

/** One exchange: the answer, or where it redirects to. */
const once = async (
  request: SafeRequest,
  url: URL,
  agent: Agent,
  signal: AbortSignal,
): Promise<SafeResponse | Redirect> => {
  const response = await undiciRequest(url, {
    dispatcher: agent,
    method: request.method,
    headers: { ...request.headers, 'accept-encoding': 'identity' },
    body: request.body ?? null,
    signal,
    // The deadline above covers them. undici's own timeouts are coarse.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const follows = request.method === 'GET' && (request.maxRedirects ?? 0) > 0;
    const redirect = follows ? redirectOf(response, url) : undefined;
    if (redirect !== undefined) return redirect;
    return await readAnswer(response, url, request);
  } finally {
    // Closes the connection unless everything was read, because an answer that nobody reads must end.
    response.body.on('error', () => undefined).destroy();
  }
};

const readAnswer = async (
  response: Dispatcher.ResponseData,
  url: URL,
  { limit, refuseEncodings = false }: SafeRequest,
): Promise<SafeResponse> => {
  const { headers } = response;
  const encoding = single(headers['content-encoding'])?.trim().toLowerCase() ?? '';
  if (refuseEncodings && encoding !== '' && encoding !== 'identity') {
    throw new OutboundError('encoding_not_allowed', 'the answer is compressed; serve it as it is');
  }
  const { bytes, truncated } = await readBody(response.body, declaredLength(headers), limit);
  return { status: response.statusCode, headers, body: bytes, truncated, url };
};

/** An absolute target is kept as written, so that it is checked as strictly as the first URL. */
const redirectOf = ({ statusCode, headers }: Dispatcher.ResponseData, from: URL): Redirect | undefined => {
  const location = single(headers.location);
  if (!REDIRECTS.has(statusCode) || location === undefined) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(location)) return { target: location };
  try {
    return { target: new URL(location, from) };
  } catch (cause) {
    throw new OutboundError('invalid_url', 'the answer redirects to something that is not a URL', { cause });
  }
};

const declaredLength = (headers: IncomingHttpHeaders): number | undefined => {
  const length = Number(headers['content-length']);
  return Number.isFinite(length) ? length : undefined;
};

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

const asOutboundError = (
  error: unknown,
  deadline: AbortSignal,
  callers: AbortSignal | undefined,
): OutboundError => {
  if (error instanceof OutboundError) return error;
  if (callers?.aborted === true) return new OutboundError('aborted', 'given up', { cause: error });
  if (deadline.aborted) return new OutboundError('timeout', 'the host took too long', { cause: error });
  return new OutboundError('unreachable', 'the host gave no answer that could be read', { cause: error });
};
