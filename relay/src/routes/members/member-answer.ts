import { z } from 'zod';
import { MEMBER_ROLES, type Member, type MemberRole } from '../../domain/accounts/member.js';
import type { VerifiedApiKey } from '../../domain/keys/api-key.js';
import { type KeyScope, scopesBeyond } from '../../domain/keys/key-scopes.js';
import { scopesOfRole } from '../../domain/keys/role-scopes.js';
import { type MemberSession, SIGN_IN_METHODS } from '../../domain/members/member-sessions.js';
import type { Invitation, ListedMember } from '../../domain/members/members.js';
import type { Passkey } from '../../domain/members/passkeys.js';
import { HttpError } from '../../transport/http-message.js';
import { beyondRole, reaches } from '../auth/route-roles.js';
import { invitationUrl } from '../console/site.js';

export const memberSchema = z
  .object({
    id: z.string().meta({ description: '`mem_…`' }),
    email: z.string().meta({ description: 'The address that was invited.' }),
    name: z.string().nullable().meta({ description: 'To show; null: the address is shown.' }),
    role: z.enum(MEMBER_ROLES).meta({ description: 'What the member may do.' }),
    created_at: z.iso.datetime().meta({ description: 'When the member was added.' }),
    joined_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The first sign-in; null while the invitation waits.' }),
  })
  .meta({ id: 'Member', description: 'Somebody who may sign in to the console, or is invited to.' });

export const listedMemberSchema = memberSchema
  .extend({
    last_seen_at: z.iso.datetime().nullable().meta({ description: 'The newest request of any sign-in.' }),
    passkeys: z.number().int().meta({ description: 'How many the member has.' }),
    invited_until: z.iso.datetime().nullable().meta({ description: 'When the open invitation ends.' }),
  })
  .meta({ id: 'ListedMember' });

export const invitationSchema = z
  .object({
    url: z.string().meta({
      description: 'Who opens it becomes the member: hand it over yourself. It is shown this once.',
    }),
    expires_at: z.iso.datetime().meta({ description: 'Seven days after it was made.' }),
  })
  .meta({ id: 'Invitation', description: 'A link that opens once, for this member.' });

export const sessionSchema = z
  .object({
    id: z.string().meta({ description: 'To end it with.' }),
    method: z.enum(SIGN_IN_METHODS).meta({ description: 'How the member signed in.' }),
    user_agent: z.string().meta({ description: 'What the browser called itself.' }),
    created_at: z.iso.datetime().meta({ description: 'The sign-in.' }),
    last_seen_at: z.iso.datetime().nullable().meta({ description: 'Its newest request.' }),
    expires_at: z.iso.datetime().meta({ description: 'Eight hours after the sign-in.' }),
    current: z.boolean().meta({ description: 'The one that asked.' }),
  })
  .meta({ id: 'MemberSession' });

export const passkeySchema = z
  .object({
    id: z.string().meta({ description: 'To remove it with.' }),
    name: z.string().meta({ description: 'As the member called it.' }),
    site: z.string().meta({ description: 'The host name that it opens.' }),
    created_at: z.iso.datetime().meta({ description: 'When it was added.' }),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'The newest sign-in with it.' }),
  })
  .meta({ id: 'Passkey' });

const iso = (at: Date | undefined): string | null => at?.toISOString() ?? null;

export const memberBody = ({
  id,
  email,
  name,
  role,
  createdAt,
  joinedAt,
}: Member): z.output<typeof memberSchema> => ({
  id,
  email,
  name: name ?? null,
  role,
  created_at: createdAt.toISOString(),
  joined_at: iso(joinedAt),
});

export const listedMemberBody = (member: ListedMember): z.output<typeof listedMemberSchema> => ({
  ...memberBody(member),
  last_seen_at: iso(member.lastSeenAt),
  passkeys: member.passkeys,
  invited_until: iso(member.invitedUntil),
});

export const invitationBody = (
  { token, expiresAt }: Invitation,
  base: string,
): z.output<typeof invitationSchema> => ({
  url: invitationUrl(base, token),
  expires_at: expiresAt.toISOString(),
});

export const sessionBody = (
  { id, method, userAgent, createdAt, lastSeenAt, expiresAt }: MemberSession,
  current: string,
): z.output<typeof sessionSchema> => ({
  id,
  method,
  user_agent: userAgent,
  created_at: createdAt.toISOString(),
  last_seen_at: iso(lastSeenAt),
  expires_at: expiresAt.toISOString(),
  current: id === current,
});

export const passkeyBody = ({
  id,
  name,
  site,
  createdAt,
  lastUsedAt,
}: Passkey): z.output<typeof passkeySchema> => ({
  id,
  name,
  site,
  created_at: createdAt.toISOString(),
  last_used_at: iso(lastUsedAt),
});

/** Members look after their own sign-ins and passkeys; those of others are an owner's. @throws HttpError `forbidden` */
export const requireSelfOrOwner = ({ member }: VerifiedApiKey, memberId: string): void => {
  if (member === undefined || member.id === memberId || reaches(member.role, 'owner')) return;
  throw beyondRole(member.role, 'owner');
};

/** Nobody gives a right that they do not have. @throws HttpError `forbidden` for a limited key */
export const requireRights = ({ key }: VerifiedApiKey, role: MemberRole): void => {
  const wished = scopesOfRole(role);
  const beyond: readonly KeyScope[] | undefined = wished && scopesBeyond(key, wished);
  if (key.scopes === undefined || beyond?.length === 0) return;
  throw new HttpError('forbidden', `this API key may not make anybody ${role}`, {
    details: { role: [`needs ${beyond?.join(', ') ?? 'a key without limits'}`] },
  });
};
