import type { MemberRole } from '../accounts/member.js';
import type { KeyScope } from './key-scopes.js';

/** What a role reaches, so that nobody makes a key, a token or a member beyond it. Absent: everything. */
const ROLE_SCOPES: Readonly<Record<MemberRole, readonly KeyScope[] | undefined>> = {
  owner: undefined,
  developer: ['analyze', 'stream', 'sessions', 'webhooks', 'speakers', 'models', 'keys', 'billing'],
  supervisor: ['analyze', 'sessions', 'speakers'],
  viewer: ['sessions'],
};

export const scopesOfRole = (role: MemberRole): readonly KeyScope[] | undefined => ROLE_SCOPES[role];
