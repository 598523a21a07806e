import { LIMITS } from '@undertone/protocol';
import { CredentialError } from '../common/undertone-error.js';

/** The characters that a sub-protocol entry may contain (RFC 6455, section 4.1: a token of RFC 2616). */
const TOKEN_CHARACTERS = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Refuses an API key, which must never be in a page, and anything that cannot be sent as a token.
 *
 * @throws CredentialError `psk_in_browser` for an API key, `token_invalid` for anything else that is not a token
 */
export const checkToken = (token: unknown): string => {
  if (typeof token !== 'string' || token === '') {
    throw new CredentialError('token_invalid', 'getToken must resolve with a token');
  }
  if (token.trimStart().startsWith('psk_')) {
    throw new CredentialError(
      'psk_in_browser',
      'getToken returned an API key: a key in a page is everyone’s key. Call POST /v1/stream/tokens on your server',
    );
  }
  if (!TOKEN_CHARACTERS.test(token) || token.length > LIMITS.tokenBytes) {
    throw new CredentialError('token_invalid', 'what getToken returned is not a stream token');
  }
  return token;
};
