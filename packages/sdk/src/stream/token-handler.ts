import type { Body } from '../api.js';
import { ApiError, UndertoneError } from '../http/errors.js';
import type { HttpClientOptions } from '../http/http-client.js';
import { Undertone } from '../undertone.js';

/** What a token may allow; the session is named by the page. */
export type TokenTerms = Omit<Body<'createStreamToken'>, 'session_id'>;

/** The relay and its key, and who may have a token. */
export interface TokenHandlerOptions<Incoming> extends HttpClientOptions {
  /**
   * Whether whoever asks may open a stream, by your own login. Return `false` to refuse, `true` to allow, or the terms of the token,
   * such as its `metadata`, `line` or `max_credits`.
   */
  readonly authorize: (request: Incoming) => boolean | TokenTerms | Promise<boolean | TokenTerms>;
}

/** The parts of Node's `IncomingMessage` that are needed. Express and Connect have them too. */
export interface NodeRequestLike {
  /** GET or POST. */
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
}

/** The parts of Node's `ServerResponse` that are needed. */
export interface NodeResponseLike {
  /** Set before the end. */
  statusCode: number;
  /** Sets one header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the body. */
  end(text?: string): unknown;
}

/** Answers a `Request` with a `Response`, and a request of `node:http`, Express or Connect on its response. */
export interface TokenHandler<Incoming> {
  (request: Incoming & NodeRequestLike, response: NodeResponseLike): Promise<void>;
  (request: Incoming & Request): Promise<Response>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Statuses of the relay that tell the page something. Everything else is between your server and the relay. */
const FOR_THE_PAGE: readonly number[] = [402, 403, 404, 409, 429];

/**
 * The endpoint of your server that gives its pages their stream tokens, in the shape that `tokenFrom` of `@undertone/client` and the
 * attribute `token-endpoint` ask for: GET or POST, with `?session_id=` when a session goes on. The API key stays on the server.
 *
 * @example
 * const { UNDERTONE_API_KEY: apiKey } = process.env;
 * app.get('/undertone-token', createUndertoneTokenHandler({ apiKey, baseUrl, authorize: (request) => isLoggedIn(request) }));
 *
 * @throws UndertoneError when made in a page, or with an invalid key or address
 */
export const createUndertoneTokenHandler = <Incoming = Request>(
  options: TokenHandlerOptions<Incoming>,
): TokenHandler<Incoming> => {
  const { authorize, ...client } = options;
  const undertone = new Undertone(client);
  const respond = async (request: Incoming & NodeRequestLike): Promise<Answer> => {
    if (request.method !== 'GET' && request.method !== 'POST')
      return refusal(405, 'method_not_allowed', 'ask with GET or POST');
    try {
      const terms = await authorize(request);
      if (terms === false) return refusal(401, 'unauthorized', 'sign in first');
      const session_id = sessionIdOf(request.url);
      return {
        status: 200,
        body: await undertone.createStreamToken({
          ...(terms === true ? {} : terms),
          ...(session_id !== null && { session_id }),
        }),
      };
    } catch (error) {
      if (error instanceof ApiError && FOR_THE_PAGE.includes(error.status))
        return refusal(error.status, error.code, error.message);
      // What the relay thinks of the key is not for the page.
      if (error instanceof UndertoneError)
        return refusal(502, 'relay_unavailable', 'no token for the moment');
      throw error;
    }
  };
  return (async (request: Incoming & NodeRequestLike, response?: NodeResponseLike) => {
    const { status, body } = await respond(request);
    const text = JSON.stringify(body);
    if (response === undefined) return new Response(text, { status, headers: HEADERS });
    response.statusCode = status;
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    response.end(text);
    return undefined;
  }) as TokenHandler<Incoming>;
};

/** A token is good once. No cache may keep it. */
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const;

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});

const sessionIdOf = (url = '/'): string | null =>
  new URL(url, 'http://localhost').searchParams.get('session_id');
