/** What a person may do: see `route-roles.ts` of the routes. An owner may do everything. */
export const MEMBER_ROLES = ['owner', 'developer', 'supervisor', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A person of an organization. Owners get an e-mail when something needs attention. */
export interface Member {
  readonly id: string;
  readonly orgId: string;
  /** The e-mail as it was given. Two that differ only in case count as one. */
  readonly email: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
  readonly name?: string | undefined;
  /** When the person first signed in; absent while the invitation waits. */
  readonly joinedAt?: Date | undefined;
}
