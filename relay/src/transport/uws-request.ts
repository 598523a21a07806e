import type { HttpRequest as UwsRequest, HttpResponse } from 'uWebSockets.js';
import { forwardedAddress } from './client-address.js';
import { findFramingFault, type FramingFault, type HeaderList } from './request-framing.js';

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
 * Copies a request whose framing everybody reads the same way out of the library's short-lived object.
 * @returns undefined for any other request: its connection is closed
 */
export const takeRequest = (
  res: HttpResponse,
  req: UwsRequest,
  { trustProxy, observer }: TakeOptions,
): CapturedRequest | undefined => {
  const captured = captureRequest(res, req, trustProxy);
  const fault = findFramingFault(captured.list);
  if (fault === undefined) return captured;
  observer.refusedFraming(fault, captured.remoteAddress);
  res.close();
  return undefined;
};

export interface TakeOptions {
  /** Takes the client's address from the last `X-Forwarded-For` entry, which our own proxy wrote. */
  readonly trustProxy: boolean;
  readonly observer: { refusedFraming(fault: FramingFault, remoteAddress: string): void };
}

const captureRequest = (res: HttpResponse, req: UwsRequest, trustProxy: boolean): CapturedRequest => {
  const list: (readonly [string, string])[] = [];
  req.forEach((name, value) => list.push([name, value]));
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
    headers: joined(list),
    remoteAddress: forwarded ?? peer,
  };
};

/**
 * Repeated fields as one (RFC 9110 §5.3). Of what must not be repeated, such as a credential, that makes a value that nobody has: with
 * the first one alone, a proxy could have checked the other.
 */
const joined = (list: HeaderList): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  for (const [name, value] of list) {
    const before = headers.get(name);
    if (before === undefined) headers.set(name, value);
    else if (before !== value) headers.set(name, `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return headers;
};
