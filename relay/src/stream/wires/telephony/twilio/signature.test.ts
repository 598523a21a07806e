import { describe, expect, it } from 'vitest';
import type { TelephonyAccounts } from '../../../../domain/telephony/telephony-accounts.js';
import { ACCOUNT_SID } from '../testing/twilio-call.js';
import { twilio } from './twilio.js';

const AUTH_TOKEN = '0123456789abcdef0123456789abcdef';
const other = {
  orgId: 'org_b',
  accountSid: 'AC00000000000000000000000000000002',
  authTokens: ['f'.repeat(32)],
};
const own = { orgId: 'org_a', accountSid: ACCOUNT_SID, authTokens: [AUTH_TOKEN] };
const ACCOUNTS: TelephonyAccounts = { twilio: [other, own], audiohook: [] };

/** Made with Twilio's own library (`getExpectedTwilioSignature` of `twilio`), for the URL as it is and with its port. */
const SIGNATURE = 'p8zfGbAaL174I25pYO4fp8hI+Sg=';
const SIGNATURE_WITH_PORT = 'ZUB+izX5dudP48AAvgErWxL2rxA=';

const callerOf = (signature: string | undefined, accounts = ACCOUNTS, origin = 'wss://relay.example.com') =>
  twilio.callerOf(
    {
      origin,
      target: twilio.path,
      headers: new Map(signature === undefined ? [] : [['x-twilio-signature', signature]]),
    },
    accounts,
    0,
  );

describe('[RT105] X-Twilio-Signature', () => {
  it.each([SIGNATURE, SIGNATURE_WITH_PORT])('shows whose account calls: %s', (signature) => {
    expect(callerOf(signature)).toEqual({ kind: 'account', account: own });
  });

  it('counts by any of an account’s tokens, while one is rotated', () => {
    const rotating = { ...own, authTokens: ['e'.repeat(32), AUTH_TOKEN] };
    expect(callerOf(SIGNATURE, { twilio: [other, rotating], audiohook: [] })).toEqual({
      kind: 'account',
      account: rotating,
    });
  });

  it('counts too where the request names a port that Twilio did not sign', () => {
    for (const port of [443, 8787]) {
      expect(callerOf(SIGNATURE, ACCOUNTS, `wss://relay.example.com:${port}`).kind, `${port}`).toBe(
        'account',
      );
    }
  });

  it('is refused when it is missing, of another URL, or of no configured account', () => {
    expect(callerOf(undefined).kind).toBe('refused');
    expect(callerOf(SIGNATURE, ACCOUNTS, 'wss://elsewhere.example.com').kind).toBe('refused');
    expect(callerOf(SIGNATURE, { twilio: [other], audiohook: [] }).kind).toBe('refused');
    for (const wrong of ['', 'nonsense', SIGNATURE.slice(4), `${SIGNATURE}AAAA`]) {
      expect(callerOf(wrong).kind, wrong).toBe('refused');
    }
  });

  it('names the URL that was compared and no secret', () => {
    const refusal = callerOf('nonsense');
    expect(JSON.stringify(refusal)).toContain('wss://relay.example.com/v1/telephony/twilio');
    expect(JSON.stringify(refusal)).not.toContain(AUTH_TOKEN);
  });

  it('is not asked for where no account is configured: then a token must come', () => {
    expect(callerOf(undefined, { twilio: [], audiohook: [] })).toEqual({ kind: 'token_later' });
  });
});
