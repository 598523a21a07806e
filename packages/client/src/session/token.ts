import { LIMITS } from '@undertone/protocol';
import { CredentialError } from '../common/undertone-error.js';
import type { TokenContext } from '../transport/transport-types.js';

/** A token, what the relay answers (`{"token": "…"}`), as text too, or your server's response with either in its body. */
export type TokenAnswer = string | { readonly token: string } | Response;

/** Refusals that are temporary: request timeout (408) and too many requests (429). */
const PASSING: readonly number[] = [408, 429];

/** The characters that a sub-protocol entry may contain (RFC 6455, section 4.1: a token of RFC 2616). */
const TOKEN_CHARACTERS = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const notAToken = (cause?: unknown): CredentialError =>
  new CredentialError('token_invalid', 'what getToken returned is not a stream token', { cause });

/**
 * Refuses an API key, which must never be in a page, and anything that cannot be sent as a token.
 *
 * @throws CredentialError `psk_in_browser` for an API key, `token_invalid` for anything else that is not a token
 */
export const checkToken = (token: unknown): string => {
  if (typeof token === 'string' && token.trimStart().startsWith('psk_')) {
    throw new CredentialError(
      'psk_in_browser',
      'getToken returned an API key: a key in a page is everyone’s key. Call POST /v1/stream/tokens on your server',
    );
  }
  if (typeof token !== 'string' || !TOKEN_CHARACTERS.test(token) || token.length > LIMITS.tokenBytes) {
    throw notAToken();
  }
  return token;
};

/**
 * Takes the token out of whatever the page gives, which is to be a {@link TokenAnswer}.
 *
 * @throws CredentialError `unauthorized` when the server refuses for good (4xx, except 408 and 429), else as {@link checkToken}
 * @throws Error when the server fails, or refuses for now
 */
export const readToken = async (answer: unknown): Promise<string> => {
  if (typeof Response !== 'undefined' && answer instanceof Response) return readToken(await textOf(answer));
  if (typeof answer !== 'string') return checkToken((answer as Partial<{ token: unknown }> | null)?.token);
  const text = answer.trim();
  return checkToken(text.startsWith('{') ? parsed(text) : text);
};

const textOf = async (response: Response): Promise<string> => {
  const { ok, status, url } = response;
  if (ok) return response.text();
  const message = `${url === '' ? 'the token endpoint' : new URL(url).pathname} answered ${status}`;
  const isFinal = status >= 400 && status < 500 && !PASSING.includes(status);
  throw isFinal ? new CredentialError('unauthorized', message, { details: { status } }) : new Error(message);
};

const parsed = (text: string): unknown => {
  try {
    return (JSON.parse(text) as { token?: unknown }).token;
  } catch (cause) {
    throw notAToken(cause);
  }
};

/**
 * Asks an endpoint of your server, such as one made with `createUndertoneTokenHandler` of `@undertone/sdk`. When the session goes
 * on after a dropped link, `?session_id=` names it.
 *
 * @param endpoint absolute, or relative to the page
 * @returns a function for the option `getToken`
 */
export const tokenFrom =
  (endpoint: string, fetchFrom: typeof fetch = (...request) => fetch(...request)) =>
  async ({ sessionId }: TokenContext): Promise<string> => {
    const url = new URL(endpoint, document.baseURI);
    if (sessionId !== undefined) url.searchParams.set('session_id', sessionId);
    return readToken(await fetchFrom(url, { credentials: 'same-origin', cache: 'no-store' }));
  };
