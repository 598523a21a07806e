import type { TemplateOwner, TemplateVault } from './template-vault.js';
import type { VoiceComparison } from './voice-engine.js';
import type { VoiceProfile } from './voice-profile.js';

type Owner = Omit<TemplateOwner, 'part'>;

/** Encrypts what is kept of a person's voice. */
export const sealProfile = (
  vault: Pick<TemplateVault, 'seal'>,
  voices: Pick<VoiceComparison, 'encode'>,
  profile: VoiceProfile,
  owner: Owner,
): Uint8Array => {
  const bytes = voices.encode(profile);
  const sealed = vault.seal(bytes, { ...owner, part: 'template' });
  bytes.fill(0);
  return sealed;
};

/** @throws TemplateVaultError; SpeakerError `voiceprint_invalid` */
export const openProfile = (
  vault: Pick<TemplateVault, 'open'>,
  voices: Pick<VoiceComparison, 'decode'>,
  sealed: Uint8Array,
  owner: Owner,
): VoiceProfile => {
  const bytes = vault.open(sealed, { ...owner, part: 'template' });
  const profile = voices.decode(bytes);
  bytes.fill(0);
  return profile;
};
