import { describe, expect, it } from 'vitest';
import { type TemplateOwner, TemplateVault, TemplateVaultError } from './template-vault.js';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const ANNA: TemplateOwner = { orgId: 'org_1', speakerId: 'spk_1', part: 'template' };
const bytes = Buffer.from('what a voice is like');

describe('the vault of voices', () => {
  it('opens what it sealed, and the sealed bytes show nothing of it', () => {
    const vault = new TemplateVault([NEW]);
    const sealed = vault.seal(bytes, ANNA);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('voice');
    expect(Buffer.from(vault.open(sealed, ANNA))).toEqual(bytes);
    expect(vault.seal(bytes, ANNA), 'a fresh nonce each time').not.toEqual(sealed);
  });

  it.each([
    ['another organization', { ...ANNA, orgId: 'org_2' }],
    ['another person', { ...ANNA, speakerId: 'spk_2' }],
    ['another part', { ...ANNA, part: 'baseline' as const }],
    ['fields that read the same in a row', { ...ANNA, orgId: 'org_1s', speakerId: 'pk_1' }],
  ])('does not open sealed bytes as those of %s', (_name, owner) => {
    const vault = new TemplateVault([NEW]);
    expect(() => vault.open(vault.seal(bytes, ANNA), owner)).toThrow(TemplateVaultError);
  });

  it('opens what was sealed with an older key, but not without that key', () => {
    const sealed = new TemplateVault([OLD]).seal(bytes, ANNA);
    expect(Buffer.from(new TemplateVault([NEW, OLD]).open(sealed, ANNA))).toEqual(bytes);
    expect(() => new TemplateVault([NEW]).open(sealed, ANNA)).toThrow('no key');
  });

  it('detects every changed or missing byte', () => {
    const vault = new TemplateVault([NEW]);
    const sealed = vault.seal(bytes, ANNA);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, ANNA), `byte ${at}`).toThrow(TemplateVaultError);
      expect(() => vault.open(sealed.subarray(0, at), ANNA), `cut at ${at}`).toThrow(TemplateVaultError);
    }
  });
});
