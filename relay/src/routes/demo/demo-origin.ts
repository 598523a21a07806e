import { HttpError, type HttpRequest } from '../../transport/http-message.js';

/**
 * Browsers state where a request comes from: `Sec-Fetch-Site` on HTTPS and localhost, `Origin` or `Referer`
 * elsewhere. A request without any of them does not come from the demo's pages.
 */
export const assertSameOrigin = ({ headers }: HttpRequest): void => {
  const site = headers.get('sec-fetch-site');
  const page = pageOrigin(headers);
  const fromOurPage =
    site === undefined ? page !== undefined && hostOf(page) === headers.get('host') : site === 'same-origin';
  if (!fromOurPage) {
    throw new HttpError(
      'origin_not_allowed',
      'this endpoint answers the demo page only; a server uses the API under /v1 with its key',
    );
  }
};

const pageOrigin = (headers: ReadonlyMap<string, string>): string | undefined => {
  const source = headers.get('origin') ?? headers.get('referer');
  return source !== undefined && URL.canParse(source) ? new URL(source).origin : undefined;
};

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;

/**
 * The page's own origin. Behind a proxy that hides the scheme, both schemes of the requested host are
 * accepted.
 */
export const originsOf = ({ headers }: HttpRequest): readonly string[] => {
  const page = pageOrigin(headers);
  if (page !== undefined) return [page];
  const host = headers.get('host') ?? '';
  return [`http://${host}`, `https://${host}`]
    .filter((origin) => URL.canParse(origin))
    .map((origin) => new URL(origin).origin);
};
