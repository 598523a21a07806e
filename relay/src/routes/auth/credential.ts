import type { ApiKey } from '../../domain/keys/api-key.js';
import { hasScope, type KeyScope } from '../../domain/keys/key-scopes.js';
import { HttpError } from '../../transport/http-message.js';
import { defined } from '../../domain/defined.js';

export type Credential =
  { readonly kind: 'api_key'; readonly text: string } | { readonly kind: 'token'; readonly text: string };

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="undertone"' };
const MAX_CREDENTIAL_CHARACTERS = 1_024;

/**
 * 401, identical for a missing, unknown, expired or revoked credential (interface specification,
 * Authentication 4).
 */
export const unauthorized = (message: string, cause?: unknown): HttpError =>
  new HttpError('unauthorized', message, { headers: CHALLENGE, ...defined({ cause }) });

/**
 * The API key of a request, from `Authorization: Bearer` or `X-API-Key`.
 * @throws HttpError 401 when there are two different keys or the header has another form
 */
export const readApiKey = (headers: ReadonlyMap<string, string>): string | undefined => {
  const bearer = readBearer(headers.get('authorization'));
  const header = headers.get('x-api-key')?.trim();
  if (bearer !== undefined && header !== undefined && bearer !== header) {
    throw unauthorized('the request carries two different credentials');
  }
  const key = bearer ?? header;
  if (key !== undefined && key.length > MAX_CREDENTIAL_CHARACTERS)
    throw unauthorized('this is not a valid API key');
  return key;
};

/** 403 for a valid key that is limited to other things. */
export const lackOfScope = (key: ApiKey, scope: KeyScope): HttpError | undefined =>
  hasScope(key, scope)
    ? undefined
    : new HttpError('forbidden', `this API key lacks the scope ${scope}`, {
        details: { scopes: [`must hold ${scope}`] },
      });

/** Whether the request carries any credential, right or wrong. */
export const hasCredential = (headers: ReadonlyMap<string, string>): boolean =>
  headers.has('authorization') || headers.has('x-api-key');

const readBearer = (authorization: string | undefined): string | undefined => {
  if (authorization === undefined) return undefined;
  const [scheme = '', credential = '', ...rest] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() !== 'bearer' || credential === '' || rest.length > 0) {
    throw unauthorized('the Authorization header must read: Bearer <API key>');
  }
  return credential;
};
