import type { TokenContext } from '@undertone/client';

/**
 * Fetches tokens from the demo's token endpoint, which stands for the customer's own server. A real server checks
 * who is logged in, then calls `POST /v1/stream/tokens` with its API key. The key is never in a page.
 */
export type TokenSource = (context: TokenContext) => Promise<string>;

/** @param expiresInS How many seconds the token stays valid. */
export const fetchDemoToken = ({ sessionId }: TokenContext, expiresInS?: number): Promise<string> =>
  fetchToken({
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(expiresInS !== undefined && { expires_in: String(expiresInS) }),
  });

const fetchToken = async (query: Readonly<Record<string, string>>): Promise<string> => {
  const url = new URL(`/demo/token?${new URLSearchParams(query).toString()}`, window.location.origin);
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) {
    throw new Error(`the token endpoint answered ${response.status}`);
  }
  const body = (await response.json()) as { token?: unknown };
  if (typeof body.token !== 'string') {
    throw new Error('the token endpoint answered no token');
  }
  return body.token;
};
