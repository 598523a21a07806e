import type { Organization } from '../domain/accounts/organization.js';
import { isId } from '../domain/ids.js';
import type { StreamTokenIssuer } from '../domain/tokens/stream-token-issuer.js';
import { HttpError, type HttpRequest } from '../transport/http-message.js';
import { invalid } from './json-body.js';
import type { OpenRoute } from './route.js';
import { issueToken, tokenReply } from './stream-tokens.js';

/** Shorter than a customer's server may ask for: the demo shows what happens when a token expires. */
const EXPIRES_IN_S = { least: 1, most: 600, default: 60 } as const;

/**
 * `GET /demo/token`: plays the customer's own server, which would check its user's login and then ask
 * `POST /v1/stream/tokens` with its API key. The demo has no login, so whoever can open the page gets a token for the
 * first organisation: the route exists only while the demo is on. Another site's page gets none.
 *
 * Query: `session_id` to go on with a session, `expires_in` in seconds (1 to 600).
 */
export const demoTokenRoute = (issuer: StreamTokenIssuer, organization: Organization): OpenRoute => ({
  method: 'GET',
  path: '/demo/token',
  access: 'anyone',
  counted: true,
  async handle({ request }) {
    assertSameOrigin(request);
    const issued = await issueToken(issuer, organization, {
      sessionId: readSessionId(request.query),
      scopes: ['stream.write'],
      allowedOrigins: originsOf(request),
      expiresInS: readExpiresIn(request.query),
      agentAnalysis: undefined,
      claims: {},
    });
    return tokenReply(200, issued);
  },
});

const readSessionId = (query: URLSearchParams): string | undefined => {
  const id = query.get('session_id');
  if (id === null) return undefined;
  if (!isId('ses', id))
    throw invalid('the request has invalid parameters', { session_id: ['must be a session id (ses_…)'] });
  return id;
};

const readExpiresIn = (query: URLSearchParams): number => {
  const text = query.get('expires_in');
  if (text === null) return EXPIRES_IN_S.default;
  const value = Number(text);
  if (/^\d{1,3}$/.test(text) && value >= EXPIRES_IN_S.least && value <= EXPIRES_IN_S.most) return value;
  const rule = `must be a whole number from ${EXPIRES_IN_S.least} to ${EXPIRES_IN_S.most}`;
  throw invalid('the request has invalid parameters', { expires_in: [rule] });
};

/**
 * Browsers say by themselves where a request comes from: `Sec-Fetch-Site` on HTTPS and localhost, `Origin` or `Referer`
 * elsewhere. A request without any of them is no page of ours.
 */
const assertSameOrigin = ({ headers }: HttpRequest): void => {
  const site = headers.get('sec-fetch-site');
  const page = pageOrigin(headers);
  const fromOurPage =
    site === undefined ? page !== undefined && hostOf(page) === headers.get('host') : site === 'same-origin';
  if (!fromOurPage) {
    throw new HttpError(
      'origin_not_allowed',
      'this endpoint answers the demo page only; a server uses POST /v1/stream/tokens',
    );
  }
};

const pageOrigin = (headers: ReadonlyMap<string, string>): string | undefined => {
  const source = headers.get('origin') ?? headers.get('referer');
  return source !== undefined && URL.canParse(source) ? new URL(source).origin : undefined;
};

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;

/** The page's own origin; behind a proxy that hides it, either scheme of the host it asked for. */
const originsOf = ({ headers }: HttpRequest): readonly string[] => {
  const page = pageOrigin(headers);
  if (page !== undefined) return [page];
  const host = headers.get('host') ?? '';
  return [`http://${host}`, `https://${host}`]
    .filter((origin) => URL.canParse(origin))
    .map((origin) => new URL(origin).origin);
};
