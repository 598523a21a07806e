export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A person of an organization. Owners are told by e-mail of what needs somebody. */
export interface Member {
  readonly id: string;
  readonly orgId: string;
  /** As it was given; two that differ only in case are one. */
  readonly email: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
}
