import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TwilioAccount } from '../../../../domain/telephony/telephony-accounts.js';

/**
 * The account of which an auth token made the signature: HMAC-SHA1 over the URL as the TwiML names it, in base64 (Twilio, "Webhooks
 * security"). A WebSocket request has no parameters to add. Twilio signs with the port or without it, whatever the request's `Host`
 * says, so both count, as in Twilio's own libraries.
 */
export const signerOf = (
  signature: string,
  url: string,
  accounts: readonly TwilioAccount[],
): TwilioAccount | undefined => {
  const given = Buffer.from(signature, 'utf8');
  const urls = [...new Set([url, withPort(url), withoutPort(url)])];
  const isOf = (authToken: string): boolean =>
    urls.some((signed) => {
      const made = Buffer.from(createHmac('sha1', authToken).update(signed, 'utf8').digest('base64'));
      return made.length === given.length && timingSafeEqual(made, given);
    });
  return accounts.find(({ authTokens }) => authTokens.some(isOf));
};

const withPort = (url: string): string => url.replace(/^(wss?:\/\/)([^/:]+)(?=\/|$)/, '$1$2:443');

const withoutPort = (url: string): string => url.replace(/^(wss?:\/\/[^/]*?):\d+(?=\/|$)/, '$1');
