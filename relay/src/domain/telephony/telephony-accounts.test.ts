import { describe, expect, it } from 'vitest';
import { readTelephonyAccounts, TelephonyAccountsError } from './telephony-accounts.js';

const ORG = 'org_0123456789abcdefABCDEF';
const twilio = {
  organization: ORG,
  account_sid: `AC${'0'.repeat(32)}`,
  auth_token: '0123456789abcdef0123456789abcdef',
  line: 'support',
};
const audiohook = { organization: ORG, api_key: 'SGVsbG8sIEkgYW0=', client_secret: 'c2VjcmV0' };

const problemsOf = (value: unknown): readonly string[] => {
  try {
    readTelephonyAccounts(typeof value === 'string' ? value : JSON.stringify(value));
  } catch (error) {
    if (error instanceof TelephonyAccountsError) return error.problems;
    throw error;
  }
  return [];
};

describe('the file of telephony accounts', () => {
  it('says which organization each account belongs to', () => {
    expect(readTelephonyAccounts(JSON.stringify({ twilio: [twilio], audiohook: [audiohook] }))).toEqual({
      twilio: [
        { orgId: ORG, line: 'support', accountSid: twilio.account_sid, authTokens: [twilio.auth_token] },
      ],
      audiohook: [{ orgId: ORG, apiKey: audiohook.api_key, clientSecrets: [Buffer.from('secret')] }],
    });
    expect(readTelephonyAccounts('{}')).toEqual({ twilio: [], audiohook: [] });
  });

  it('may give several secrets of an account, while one is rotated', () => {
    const next = 'fedcba9876543210fedcba9876543210';
    const rotating = {
      twilio: [{ ...twilio, auth_token: [next, twilio.auth_token] }],
      audiohook: [{ ...audiohook, client_secret: ['bmV4dA==', audiohook.client_secret] }],
    };
    const read = readTelephonyAccounts(JSON.stringify(rotating));
    expect(read.twilio[0]?.authTokens).toEqual([next, twilio.auth_token]);
    expect(read.audiohook[0]?.clientSecrets).toEqual([Buffer.from('next'), Buffer.from('secret')]);
    expect(problemsOf({ twilio: [{ ...twilio, auth_token: [] }] })[0]).toContain('twilio.0.auth_token');
    expect(problemsOf({ twilio: [{ ...twilio, auth_token: [next, 'short'] }] })).toEqual([
      'twilio.0.auth_token.1: must be the account’s auth token',
    ]);
    expect(problemsOf({ twilio: [{ ...twilio, auth_token: undefined }] })[0]).toContain(
      'twilio.0.auth_token',
    );
  });

  it('is refused with every problem at once, and without a secret in the message', () => {
    const bad = {
      twilio: [{ ...twilio, organization: 'acme', auth_token: 'short' }],
      audiohook: [{ ...audiohook, vertical: 'contactcenter', line: 'a\0' }],
      genesys: [],
    };
    const problems = problemsOf(bad).join('\n');
    expect(problems).toContain('twilio.0.organization');
    expect(problems).toContain('twilio.0.auth_token');
    expect(problems).toContain('genesys');
    // Else every call of the account would be refused.
    expect(problems).toContain('audiohook.0.vertical');
    expect(problems).toContain('audiohook.0.line');
    expect(problems).not.toContain('short');
    expect(problemsOf('{"twilio":')).toEqual(['the file is not JSON']);
  });

  it('names an account once', () => {
    expect(problemsOf({ twilio: [twilio, twilio] })).toEqual(['twilio.1.account_sid: is there twice']);
    expect(problemsOf({ audiohook: [audiohook, audiohook] })).toEqual([
      'audiohook.1.api_key: is there twice',
    ]);
  });
});
