import { CredentialError } from '@undertone/client';

/** Refusals that are temporary: request timeout (408) and too many requests (429). */
const PASSING: readonly number[] = [408, 429];

/**
 * Asks the customer's own server for a token.
 *
 * @param endpoint Address on that server, absolute or relative to `baseUrl`.
 * @param sessionId The session to continue; undefined before there is one.
 * @param baseUrl Base of a relative address.
 * @throws CredentialError `unauthorized` when the server refuses for good: another request would not help.
 * @throws Error when the server fails, refuses for now, or answers anything other than `{"token": "…"}`.
 */
export const fetchToken = async (
  endpoint: string,
  sessionId: string | undefined,
  baseUrl: string,
  fetchFrom: typeof fetch = fetch,
): Promise<string> => {
  const url = new URL(endpoint, baseUrl);
  if (sessionId !== undefined) {
    url.searchParams.set('session_id', sessionId);
  }
  const response = await fetchFrom(url, { credentials: 'same-origin', cache: 'no-store' });
  const { ok, status } = response;
  if (!ok) {
    const message = `${url.pathname} answered ${status}`;
    const isFinal = status >= 400 && status < 500 && !PASSING.includes(status);
    throw isFinal
      ? new CredentialError('unauthorized', message, { details: { status } })
      : new Error(message);
  }
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('token' in body) || typeof body.token !== 'string') {
    throw new Error(`${url.pathname} answered no token`);
  }
  return body.token;
};
