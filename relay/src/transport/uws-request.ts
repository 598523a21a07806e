import type { HttpRequest as UwsRequest, HttpResponse } from 'uWebSockets.js';
import { forwardedAddress } from './client-address.js';
import type { HeaderList } from './request-framing.js';

const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'x-api-key']);

/** The parts of a request that are needed after its callback has returned. */
export interface CapturedRequest {
  readonly method: string;
  readonly path: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly list: HeaderList;
  readonly headers: ReadonlyMap<string, string>;
  readonly remoteAddress: string;
}

/** Empty where there is none: the library's types promise a text, and it gives nothing. */
const queryOf = (req: { getQuery(): string | undefined }): string => req.getQuery() ?? '';

/**
 * Copies a request out of the library's short-lived object.
 * @param trustProxy take the client's address from the last `X-Forwarded-For` entry, which our own proxy wrote
 */
export const captureRequest = (res: HttpResponse, req: UwsRequest, trustProxy: boolean): CapturedRequest => {
  const list: (readonly [string, string])[] = [];
  req.forEach((name, value) => list.push([name, value]));
  const headers = new Map<string, string>();
  for (const [name, value] of list) {
    const first = headers.get(name);
    if (first === undefined) headers.set(name, value);
    // Two credentials are one that nobody has (RFC 9110 §5.3). With the first one alone, a proxy could have checked the other.
    else if (CREDENTIALS.has(name) && first !== value) headers.set(name, `${first}, ${value}`);
  }
  const peer = Buffer.from(res.getRemoteAddressAsText()).toString('latin1');
  const lines = list.flatMap(([name, value]) => (name === 'x-forwarded-for' ? [value] : []));
  const forwarded = trustProxy ? forwardedAddress(lines) : undefined;
  const search = queryOf(req);
  return {
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    target: search === '' ? req.getUrl() : `${req.getUrl()}?${search}`,
    query: new URLSearchParams(search),
    list,
    headers,
    remoteAddress: forwarded ?? peer,
  };
};
