import type { HttpRequest as UwsRequest, HttpResponse } from 'uWebSockets.js';
import type { HeaderList } from './request-framing.js';

/** The parts of a request that are needed after its callback has returned. */
export interface CapturedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly list: HeaderList;
  readonly headers: ReadonlyMap<string, string>;
  readonly remoteAddress: string;
}

/**
 * Copies a request out of the library's short-lived object.
 * @param trustProxy take the client's address from the last `X-Forwarded-For` entry, which our own proxy wrote
 */
export const captureRequest = (res: HttpResponse, req: UwsRequest, trustProxy: boolean): CapturedRequest => {
  const list: (readonly [string, string])[] = [];
  req.forEach((name, value) => list.push([name, value]));
  const headers = new Map<string, string>();
  for (const [name, value] of list) if (!headers.has(name)) headers.set(name, value);
  const peer = Buffer.from(res.getRemoteAddressAsText()).toString('latin1');
  const forwarded = trustProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return {
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    query: new URLSearchParams(req.getQuery()),
    list,
    headers,
    remoteAddress: forwarded !== undefined && forwarded !== '' ? forwarded : peer,
  };
};
