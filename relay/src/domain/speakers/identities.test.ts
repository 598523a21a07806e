import { describe, expect, it } from 'vitest';
import { freshBaseline } from '../call/emotion/baseline.js';
import { Identities } from './identities.js';
import { sealProfile } from './sealed-profile.js';
import type { SpeakerStore } from './speaker-store.js';
import { TemplateVault, TemplateVaultError } from './template-vault.js';
import { FAKE_SPACE, fakeComparison, fakeVoiceprint } from './testing/fake-voices.js';

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

describe('[RT91] a voice is recognized', () => {
  const orgId = 'org_1';
  const vault = new TemplateVault([Buffer.alloc(32, 1)]);
  /** Who is heard at 12 degrees among these people, in the order in which they were enrolled. */
  const heardAmong = async (...people: readonly [label: string, degrees: number][]) => {
    const all = people.map(([label, degrees], n) => {
      const speakerId = `spk_${n}`;
      const sealed = sealProfile(vault, fakeComparison, [fakeVoiceprint(degrees)], { orgId, speakerId });
      return { speakerId, label, space: FAKE_SPACE, sealed };
    });
    const identities = new Identities({
      store: { candidates: () => Promise.resolve(all) } as unknown as SpeakerStore,
      vault,
      engine: { comparison: () => Promise.resolve(fakeComparison) },
      nowMs: () => 0,
      onUnreadable: (error) => expect.unreachable(String(error)),
    });
    return (await identities.recognize(orgId, fakeVoiceprint(12)))?.speakerId;
  };

  it('as somebody who was enrolled twice under one name: as the first of the two', async () => {
    expect(await heardAmong(['Maria', 8], ['Paul', 60])).toBe('spk_0');
    expect(await heardAmong(['Maria', 8], ['Paul', 60], ['maria ', 10])).toBe('spk_0');
  });

  it('as the one of two of a name who is clearly likelier', async () => {
    expect(await heardAmong(['Maria', 5], ['Maria', 10])).toBe('spk_1');
  });

  it('as nobody, where it could be that of two people', async () => {
    expect(await heardAmong(['Maria', 8], ['Paul', 10])).toBeUndefined();
    // Two voices that are not one person's are not, whatever their names.
    expect(await heardAmong(['Maria', 0], ['Maria', 24])).toBeUndefined();
    expect(await heardAmong(['Maria', 8], ['Maria', 10], ['Paul', 15])).toBeUndefined();
  });
});
