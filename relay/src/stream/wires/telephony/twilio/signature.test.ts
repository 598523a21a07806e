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

const callerOf = (
  signature: string | undefined,
  accounts = ACCOUNTS,
  origin = 'wss://relay.example.com',
  nowMs = 0,
) =>
  twilio.callerOf(
    {
      origin,
      target: twilio.path,
      headers: new Map(signature === undefined ? [] : [['x-twilio-signature', signature]]),
    },
    accounts,
    nowMs,
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

  it('costs a bounded time where it is wrong, whatever URLs are made up, and a call to an address that was called before still comes', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({
      ...other,
      authTokens: [`${n}`.padStart(32, '0')],
    }));
    const accounts: TelephonyAccounts = { twilio: [...many, own], audiohook: [] };
    const messageOf = (caller: ReturnType<typeof callerOf>) =>
      'message' in caller ? caller.message : caller.kind;
    expect(callerOf(SIGNATURE, accounts).kind).toBe('account');
    const wrong = SIGNATURE_WITH_PORT.replace('Z', 'Y');
    const answers = Array.from({ length: 60 }, (_, n) =>
      messageOf(callerOf(wrong, accounts, `wss://made-up-${n}.example.com`)),
    );
    const searched = answers.filter((message) => message.includes('of no configured account'));
    expect(searched.length * 2 * accounts.twilio.length).toBeLessThanOrEqual(102_002);
    expect(answers.at(-1)).toContain('too many wrong');
    expect(callerOf(SIGNATURE, accounts).kind).toBe('account');
    expect(messageOf(callerOf(wrong, accounts))).toContain('of no configured account');
    expect(messageOf(callerOf(wrong, accounts, 'wss://later.example.com', 60_000))).toContain(
      'of no configured',
    );
  });

  it('is not asked for where no account is configured: then a token must come', () => {
    expect(callerOf(undefined, { twilio: [], audiohook: [] })).toEqual({ kind: 'token_later' });
  });
});
