import { describe, expect, it } from 'vitest';
import { freshBaseline } from '../call/emotion/baseline.js';
import { Identities } from './identities.js';
import type { SpeakerStore } from './speaker-store.js';
import { TemplateVault, TemplateVaultError } from './template-vault.js';

describe('the baseline of a person', () => {
  const unreadable: [unknown, string][] = [];
  let sealed: Uint8Array | undefined;
  // The only two methods that this class calls for a baseline.
  const store = {
    baseline: () => Promise.resolve(sealed),
    keepBaseline: (_orgId: string, _id: string, bytes: Uint8Array) => {
      sealed = bytes;
      return Promise.resolve(true);
    },
  } as unknown as SpeakerStore;
  const identities = (key: number): Identities =>
    new Identities({
      store,
      vault: new TemplateVault([Buffer.alloc(32, key)]),
      engine: { comparison: () => Promise.reject(new Error('not asked')) },
      nowMs: () => 0,
      onUnreadable: (error, speakerId) => unreadable.push([error, speakerId]),
    });

  it('is read as it was stored', async () => {
    const usual = { ...freshBaseline(), updates: 7 };
    await identities(1).keepBaseline('org_1', 'spk_1', usual);
    expect(await identities(1).baseline('org_1', 'spk_1')).toEqual(usual);
    expect(unreadable).toEqual([]);
  });

  it('is reported and skipped when its key is gone, so that the call begins without one', async () => {
    await identities(1).keepBaseline('org_1', 'spk_1', freshBaseline());
    expect(await identities(2).baseline('org_1', 'spk_1')).toBeUndefined();
    expect(unreadable).toEqual([[expect.any(TemplateVaultError), 'spk_1']]);
  });
});
