import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../accounts/organization-policy.js';
import {
  generateApiKey,
  hashApiKey,
  hasValidChecksum,
  isChosenApiKey,
  prefixOfApiKey,
  sameHash,
} from './api-key-secret.js';
import { ApiKeyVerifier } from './api-key-verifier.js';
import type { ApiKey, VerifiedApiKey } from './api-key.js';

describe('API keys', () => {
  it('consist of psk_, 160 random bits and a checksum', () => {
    const key = generateApiKey();
    expect(key).toMatch(/^psk_[0-9A-Za-z]{33}$/);
    expect(hasValidChecksum(key)).toBe(true);
    expect(new Set(Array.from({ length: 100 }, () => generateApiKey())).size).toBe(100);
  });

  it('fail their checksum when any character changes', () => {
    const key = generateApiKey();
    for (let at = 4; at < key.length; at++) {
      const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
      expect(hasValidChecksum(changed), `position ${at}`).toBe(false);
    }
  });

  it.each(['', 'psk_', 'sk_abc', `psk_${'a'.repeat(33)}`, `psk_${'ä'.repeat(33)}`, 'x'.repeat(1e6)])(
    'are distinguished from garbage',
    (text) => {
      expect(hasValidChecksum(text)).toBe(false);
    },
  );

  it('may be chosen by an operator if they are long enough', () => {
    expect(isChosenApiKey('psk_test_0123456789abcdef')).toBe(true);
    for (const text of ['psk_short', 'sk_0123456789abcdefghij', 'psk_with a space in between it']) {
      expect(isChosenApiKey(text)).toBe(false);
    }
  });

  it('show a prefix that is too little to use', () => {
    const key = generateApiKey();
    expect(prefixOfApiKey(key)).toBe(key.slice(0, 12));
  });

  it('compare by hash', () => {
    const key = generateApiKey();
    expect(sameHash(hashApiKey(key), hashApiKey(key))).toBe(true);
    expect(sameHash(hashApiKey(key), hashApiKey(`${key}x`))).toBe(false);
    expect(sameHash(hashApiKey(key), new Uint8Array(3))).toBe(false);
  });
});

describe('verifying a key', () => {
  const setUp = (change: Partial<ApiKey> = {}, chosen?: string) => {
    const text = chosen ?? generateApiKey();
    const key: ApiKey = {
      id: 'key_1',
      orgId: 'org_1',
      name: 'a key',
      prefix: prefixOfApiKey(text),
      hash: hashApiKey(text),
      createdAt: new Date(0),
      lastUsedAt: undefined,
      expiresAt: undefined,
      revokedAt: undefined,
      rateLimit: undefined,
      scopes: undefined,
      ...change,
    };
    const organization = { id: 'org_1', name: 'One', plan: 'pro' as const, policy: DEFAULT_POLICY };
    const state = {
      now: 1_000_000,
      lookups: 0,
      uses: 0,
      stored: { key, organization } as VerifiedApiKey | undefined,
    };
    const verifier = new ApiKeyVerifier({
      now: () => state.now,
      chosenHashes: new Set(chosen === undefined ? [] : [hashApiKey(chosen).toString('hex')]),
      onUsed: () => {
        state.uses++;
      },
      store: {
        findByHash: (hash) => {
          state.lookups++;
          return Promise.resolve(
            state.stored && sameHash(state.stored.key.hash, hash) ? state.stored : undefined,
          );
        },
      },
    });
    return { text, state, verifier };
  };

  it('finds it and looks it up again only after 5 s', async () => {
    const { text, state, verifier } = setUp();
    for (let count = 0; count < 3; count++) expect((await verifier.verify(text))?.key.id).toBe('key_1');
    expect(state.lookups).toBe(1);
    state.now += 5_000;
    await verifier.verify(text);
    expect(state.lookups).toBe(2);
  });

  it('refuses garbage without a look-up', async () => {
    const { state, verifier } = setUp();
    for (const text of ['', 'psk_nonsense', `psk_${'0'.repeat(33)}`])
      expect(await verifier.verify(text)).toBeUndefined();
    expect(state.lookups).toBe(0);
  });

  it('refuses an unknown, an expired and a revoked key', async () => {
    expect(await setUp().verifier.verify(generateApiKey())).toBeUndefined();
    const expired = setUp({ expiresAt: new Date(1_000_000) });
    expect(await expired.verifier.verify(expired.text)).toBeUndefined();
    const revoked = setUp({ revokedAt: new Date(5) });
    expect(await revoked.verifier.verify(revoked.text)).toBeUndefined();
  });

  it('sees an expiry at once, even from the cache', async () => {
    const { text, state, verifier } = setUp({ expiresAt: new Date(1_001_000) });
    expect(await verifier.verify(text)).toBeDefined();
    state.now += 1_000;
    expect(await verifier.verify(text)).toBeUndefined();
  });

  it('sees a revocation after 5 s', async () => {
    const { text, state, verifier } = setUp();
    await verifier.verify(text);
    state.stored = undefined;
    state.now += 5_000;
    expect(await verifier.verify(text)).toBeUndefined();
  });

  it('accepts a key that an operator chose, which has no checksum', async () => {
    const { text, verifier } = setUp({}, 'psk_test_0123456789abcdef');
    expect((await verifier.verify(text))?.key.id).toBe('key_1');
  });

  it('reports each use, but not of a key that was refused', async () => {
    const { text, state, verifier } = setUp();
    for (let count = 0; count < 5; count++) await verifier.verify(text);
    await verifier.verify(generateApiKey());
    expect(state.uses).toBe(5);
  });

  it('looks a key up again after it was told to forget it', async () => {
    const { text, state, verifier } = setUp();
    await verifier.verify(text);
    verifier.forget(({ key }) => key.id === 'key_2');
    await verifier.verify(text);
    expect(state.lookups).toBe(1);
    verifier.forget(({ key }) => key.id === 'key_1');
    await verifier.verify(text);
    expect(state.lookups).toBe(2);
  });
});
