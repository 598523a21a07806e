import type { Member } from '../../domain/accounts/member.js';
import type { Organization } from '../../domain/accounts/organization.js';
import type { MemberOfOrganization } from '../../domain/members/members.js';
import type { MemberSessions, SignInMethod } from '../../domain/members/member-sessions.js';
import type { Members } from '../../domain/members/members.js';
import type { Passkeys } from '../../domain/members/passkeys.js';
import type { HttpReply, HttpRequest } from '../../transport/http-message.js';
import { jsonReply } from '../../transport/http-message.js';
import type { Authenticator } from '../auth/authenticator.js';
import { routesBeyond } from '../auth/route-roles.js';
import type { Ceremonies } from './ceremonies.js';
import type { ConsoleSessions } from './console-sessions.js';

/** What the console's own routes need. */
export interface ConsoleContext {
  readonly sessions: ConsoleSessions;
  readonly authenticator: Authenticator;
  readonly ceremonies: Ceremonies;
  readonly members: Members;
  readonly memberSessions: MemberSessions;
  readonly passkeys: Passkeys;
  readonly trustProxy: boolean;
}

/** Whether the page came over HTTPS, so that its cookies may go over nothing else. */
export const isSecure = ({ headers }: HttpRequest, trustProxy: boolean): boolean =>
  headers.get('origin')?.startsWith('https:') === true ||
  (trustProxy && headers.get('x-forwarded-proto') === 'https');

/** What the console learns about who is signed in. */
export const describe = (
  { id, name, plan }: Pick<Organization, 'id' | 'name' | 'plan'>,
  member: Member | undefined,
): object => ({
  organization: { id, name, plan },
  member:
    member === undefined
      ? null
      : {
          id: member.id,
          email: member.email,
          name: member.name ?? null,
          role: member.role,
          refused: routesBeyond(member.role),
        },
});

/** Signs a member in. @returns the `Set-Cookie` header */
export const sessionCookie = async (
  { sessions, memberSessions }: ConsoleContext,
  request: HttpRequest,
  { member }: MemberOfOrganization,
  method: SignInMethod,
  secure: boolean,
): Promise<string> => {
  const { secret } = await memberSessions.open(member, method, request.headers.get('user-agent') ?? '');
  return sessions.openMember(secret, secure);
};

/** The answer that signs a member in. */
export const signedIn = async (
  context: ConsoleContext,
  request: HttpRequest,
  who: MemberOfOrganization,
  method: SignInMethod,
): Promise<HttpReply> => {
  const secure = isSecure(request, context.trustProxy);
  return jsonReply(200, describe(who.organization, who.member), {
    'Set-Cookie': await sessionCookie(context, request, who, method, secure),
  });
};
