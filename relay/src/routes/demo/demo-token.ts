import type { Organization } from '../../domain/accounts/organization.js';
import { isId } from '../../domain/ids.js';
import type { StreamTokenIssuer } from '../../domain/tokens/stream-token-issuer.js';
import { assertSameOrigin, originsOf } from './demo-origin.js';
import { invalid } from '../requests/json-body.js';
import type { OpenRoute } from '../requests/route.js';
import { issueToken, tokenReply } from '../streaming/stream-tokens.js';

/**
 * Shorter than the limits for a customer's server, because the demo shows what happens when a token expires.
 */
const EXPIRES_IN_S = { least: 1, most: 600, default: 60 } as const;

/**
 * `GET /demo/token`: plays the role of the customer's own server, which would check its user's login and then
 * call `POST /v1/stream/tokens` with its API key. The demo has no login, so every visitor of the page gets a
 * token for the first organization. For this reason the route exists only while the demo is on, and pages of
 * other sites get no token.
 *
 * Query: `session_id` to continue a session, `expires_in` in seconds (1 to 600).
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
