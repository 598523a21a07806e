import type { Role } from '../shell/person.js';
import { t } from '../language/text.js';

/** A member as `GET /v1/members` lists it. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly created_at: string;
  readonly joined_at: string | null;
  readonly last_seen_at: string | null;
  readonly passkeys: number;
  readonly invited_until: string | null;
}

export interface Invited {
  readonly member: { readonly id: string; readonly email: string; readonly name: string | null };
  readonly invitation: { readonly url: string; readonly expires_at: string };
}

export interface SignIn {
  readonly id: string;
  readonly method: 'invitation' | 'passkey' | 'oidc';
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_seen_at: string | null;
  readonly expires_at: string;
  readonly current: boolean;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly site: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** How somebody signed in, in words. */
export const METHOD_WORDS: Readonly<Record<SignIn['method'], string>> = {
  invitation: t('Invitation'),
  passkey: t('Passkey'),
  oidc: t('Company'),
};

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
] as const;

/** A browser as people call it. What nobody knows is shown as it came. */
export const browserName = (userAgent: string): string => {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return userAgent === '' ? t('Unknown browser') : userAgent.slice(0, 60);
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
};
