import { SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamTokenGrant } from './stream-token.js';
import { StreamTokens } from './stream-tokens.js';

const SECRET = Buffer.alloc(32, 1);
const GRANT: StreamTokenGrant = {
  orgId: 'org_1',
  sessionId: 'ses_1',
  scopes: ['stream.write'],
  allowedOrigins: [],
  agentAnalysis: false,
  claims: {
    vertical: 'contact_center',
    line: 'queue/billing',
    features: ['emotion'],
    maxSessionS: 60,
    maxAudioS: 120,
    metadata: { call: '7' },
  },
};

let now: number;
let redeemed: Set<string>;
let tokens: StreamTokens;
beforeEach(() => {
  now = Date.parse('2026-01-01T00:00:00Z');
  redeemed = new Set();
  tokens = new StreamTokens({
    secrets: [SECRET],
    now: () => now,
    redemptions: {
      redeem: ({ id }) => {
        const fresh = !redeemed.has(id);
        redeemed.add(id);
        return Promise.resolve(fresh);
      },
    },
  });
});

describe('stream tokens', () => {
  it('contain exactly what was granted', async () => {
    const { token, id, expiresAt } = await tokens.mint(GRANT, 60);
    expect(await tokens.verify(token, undefined)).toEqual({ ...GRANT, id, expiresAt });
    expect(expiresAt).toEqual(new Date(now + 60_000));
    const fresh = await tokens.mint({ ...GRANT, isNewSession: true }, 60);
    expect(await tokens.verify(fresh.token, undefined)).toMatchObject({ ...GRANT, isNewSession: true });
  });

  it('fit into a sub-protocol entry: only characters of an HTTP token, at most 1 kB', async () => {
    const { token } = await tokens.mint(GRANT, 60);
    expect(token).toMatch(/^[A-Za-z0-9._-]{1,1024}$/);
    const wordy = { ...GRANT, claims: { metadata: { a: 'x'.repeat(900) } } };
    await expect(tokens.mint(wordy, 60)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('can be redeemed only once', async () => {
    const checked = await tokens.verify((await tokens.mint(GRANT, 60)).token, undefined);
    await tokens.redeem(checked);
    await expect(tokens.redeem(checked)).rejects.toMatchObject({ code: 'already_used' });
  });

  it('expire on time, to the second', async () => {
    const { token } = await tokens.mint(GRANT, 10);
    now += 9_000;
    await tokens.verify(token, undefined);
    now += 1_000;
    await expect(tokens.verify(token, undefined)).rejects.toMatchObject({ code: 'expired' });
  });

  it('are valid only for the origins they name, compared character by character', async () => {
    const { token } = await tokens.mint({ ...GRANT, allowedOrigins: ['https://a.example'] }, 60);
    await tokens.verify(token, 'https://a.example');
    for (const origin of [
      undefined,
      'null',
      'http://a.example',
      'https://a.example.evil',
      'https://A.example',
    ]) {
      await expect(tokens.verify(token, origin)).rejects.toMatchObject({ code: 'wrong_origin' });
    }
  });

  it('signed with an earlier secret are valid as long as that is in the list, and fresh ones are signed with the first', async () => {
    const fresh = Buffer.alloc(32, 9);
    const redemptions = { redeem: () => Promise.resolve(true) };
    const both = new StreamTokens({ secrets: [fresh, SECRET], redemptions, now: () => now });
    const { token, id } = await tokens.mint(GRANT, 60);
    expect((await both.verify(token, undefined)).id).toBe(id);
    const next = (await both.mint(GRANT, 60)).token;
    await expect(tokens.verify(next, undefined)).rejects.toMatchObject({ code: 'malformed' });
    const after = new StreamTokens({ secrets: [fresh], redemptions, now: () => now });
    await after.verify(next, undefined);
    await expect(after.verify(token, undefined)).rejects.toMatchObject({ code: 'malformed' });
    now += 60_000;
    for (const old of [token, next])
      await expect(both.verify(old, undefined)).rejects.toMatchObject({ code: 'expired' });
  });

  it('are refused with another key, algorithm, audience or shape', async () => {
    const sign = (secret: Uint8Array, audience: string, claims = {}): Promise<string> =>
      new SignJWT({ org: 'org_1', ses: 'ses_1', scp: ['stream.write'], ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setJti('tok_1')
        .setExpirationTime(Math.ceil(now / 1_000) + 60)
        .sign(secret);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    const bad = [
      await sign(Buffer.alloc(32, 2), 'undertone.stream'),
      await sign(SECRET, 'another.audience'),
      await sign(SECRET, 'undertone.stream', { scp: ['everything'] }),
      await sign(SECRET, 'undertone.stream', { org: 5 }),
      none,
      '',
      'a.b.c',
      'x'.repeat(2_000),
    ];
    for (const token of bad) {
      await expect(tokens.verify(token, undefined), token.slice(0, 40)).rejects.toMatchObject({
        code: 'malformed',
      });
    }
  });
});
