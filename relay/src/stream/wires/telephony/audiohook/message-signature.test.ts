import { beforeEach, describe, expect, it } from 'vitest';
import type { TelephonyAccounts } from '../../../../domain/telephony/telephony-accounts.js';
import { ORGANIZATION, SESSION, signedHeaders } from '../testing/audiohook-call.js';
import type { TelephonyAdapter } from '../adapter.js';
import { createAudiohook } from './audiohook.js';

/** The example of the AudioHook documentation: key, secret, request and signature. */
const API_KEY = 'SGVsbG8sIEkgYW0gdGhlIEFQSSBrZXkh';
const SECRET = Buffer.from('TXlTdXBlclNlY3JldEtleVRlbGxOby0xITJAMyM0JDU=', 'base64');
const NEXT_SECRET = Buffer.from('another secret of 32 characters');
const TARGET = '/api/v1/voicebiometrics/ws';
const CREATED_S = 1_641_013_200;
const DOCUMENTED = {
  'audiohook-organization-id': ORGANIZATION,
  'audiohook-session-id': SESSION,
  'audiohook-correlation-id': 'e160e428-53e2-487c-977d-96989bf5c99d',
  'x-api-key': API_KEY,
  signature: 'sig1=:NZBwyBHRRyRoeLqy1IzOa9VYBuI8TgMFt2GRDkDuJh4=:',
  'signature-input':
    'sig1=("@request-target" "@authority" "audiohook-organization-id" "audiohook-session-id" "audiohook-correlation-id" "x-api-key");keyid="SGVsbG8sIEkgYW0gdGhlIEFQSSBrZXkh";nonce="VGhpc0lzQVVuaXF1ZU5vbmNl";alg="hmac-sha256";created=1641013200;expires=3282026430',
};
const ACCOUNT = { orgId: 'org_a', apiKey: API_KEY, clientSecrets: [SECRET, NEXT_SECRET] };
const ACCOUNTS: TelephonyAccounts = { twilio: [], audiohook: [ACCOUNT] };

let audiohook: TelephonyAdapter;
beforeEach(() => {
  audiohook = createAudiohook();
});

const call = (headers: Record<string, string>, nowS = CREATED_S, target = TARGET) =>
  audiohook.callerOf(
    { target, origin: 'wss://audiohook.example.com', headers: new Map(Object.entries(headers)) },
    ACCOUNTS,
    nowS * 1_000,
  );
const refusal = (headers: Record<string, string>, nowS?: number, target?: string): string => {
  const caller = call(headers, nowS, target);
  return caller.kind === 'refused' ? caller.message : caller.kind;
};
const signed = (over: object = {}) =>
  signedHeaders({
    apiKey: API_KEY,
    clientSecret: SECRET,
    authority: 'audiohook.example.com',
    target: TARGET,
    createdS: CREATED_S,
    ...over,
  });

describe('[RT108] the signature of an AudioHook request', () => {
  it('is accepted: the example of the documentation, and what our own test client signs', () => {
    expect(call(DOCUMENTED)).toEqual({ kind: 'account', account: ACCOUNT });
    expect(call(signed())).toEqual({ kind: 'account', account: ACCOUNT });
  });

  it('counts by any of an account’s secrets, while one is rotated', () => {
    expect(call(signed({ clientSecret: NEXT_SECRET })).kind).toBe('account');
    expect(refusal(signed({ clientSecret: Buffer.from('of nobody') }))).toBe('the signature is wrong');
  });

  it('opens one connection', () => {
    expect(call(signed()).kind).toBe('account');
    expect(refusal(signed())).toBe('the signature was used before');
    expect(call(signed({ createdS: CREATED_S + 100 }), CREATED_S + 100).kind).toBe('account');
  });

  it.each([
    ['a changed header', { ...DOCUMENTED, 'audiohook-session-id': ORGANIZATION }, 'the signature is wrong'],
    ['no signature', { 'x-api-key': API_KEY }, 'Signature-Input is missing'],
    ['one header of two', { ...DOCUMENTED, signature: '' }, 'Signature is missing'],
    [
      'what cannot be read',
      { ...DOCUMENTED, signature: 'sig1=:%%%' },
      'Signature or Signature-Input cannot be read',
    ],
    [
      'another key',
      { ...DOCUMENTED, 'x-api-key': 'other-key-12' },
      'no client secret is configured for this API key',
    ],
    ['no key', { signature: 'sig1=:AAAA:' }, 'X-API-KEY is missing'],
    [
      'too little covered',
      { ...DOCUMENTED, 'signature-input': DOCUMENTED['signature-input'].replace(' "x-api-key"', '') },
      'the signature does not cover x-api-key',
    ],
  ])('is refused: %s', (_, headers, problem) => {
    expect(refusal(headers)).toBe(problem);
  });

  it('is refused for another path, too late, too early, or with a short nonce', () => {
    expect(refusal(signed(), CREATED_S, '/v1/telephony/audiohook')).toBe('the signature is wrong');
    expect(refusal(signed(), CREATED_S + 40)).toBe('the signature is too old');
    expect(refusal(signed(), CREATED_S - 10)).toBe('the signature is from the future');
    expect(refusal(signed({ nonce: 'short' }))).toBe('the signature needs a nonce');
  });

  it('is not needed with an API key of our own', () => {
    expect(call({ 'x-api-key': 'psk_0123456789' })).toEqual({ kind: 'api_key' });
  });
});
