import { MemberSessions } from '../domain/members/member-sessions.js';
import { Members } from '../domain/members/members.js';
import { Passkeys } from '../domain/members/passkeys.js';
import type { Repositories } from './start/repositories.js';

export interface MemberServicesOptions {
  readonly repositories: Pick<Repositories, 'members' | 'memberSessions' | 'passkeys'>;
  readonly nowMs: () => number;
  /** Called for each sign-in that ended. */
  readonly ended: (sessionId: string) => void;
  readonly forgetMember: (memberId: string) => void;
}

export interface MemberServices {
  readonly members: Members;
  readonly memberSessions: MemberSessions;
  readonly passkeys: Passkeys;
}

/** The people of organizations, and their sign-ins. */
export const createMemberServices = ({
  repositories,
  nowMs,
  ended,
  forgetMember,
}: MemberServicesOptions): MemberServices => ({
  members: new Members({ store: repositories.members, nowMs, onEnded: ended, onChanged: forgetMember }),
  memberSessions: new MemberSessions({ store: repositories.memberSessions, nowMs, onEnded: ended }),
  passkeys: new Passkeys(repositories.passkeys, nowMs),
});
