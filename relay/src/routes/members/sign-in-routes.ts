import { z } from 'zod';
import { actorOf } from '../../domain/keys/api-key.js';
import type { MemberSessions } from '../../domain/members/member-sessions.js';
import type { Members } from '../../domain/members/members.js';
import type { Passkeys } from '../../domain/members/passkeys.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import {
  passkeyBody,
  passkeySchema,
  requireSelfOrOwner,
  sessionBody,
  sessionSchema,
} from './member-answer.js';

const TAG = 'Members';
const SESSIONS = '/v1/members/:id/sessions';
const PASSKEYS = '/v1/members/:id/passkeys';
const memberParams = z.strictObject({ id: z.string().describe('Of the member.') });

export interface SignInRoutesOptions {
  readonly members: Members;
  readonly memberSessions: MemberSessions;
  readonly passkeys: Passkeys;
}

/** What a member signs in with, and where the member is signed in. Everybody looks after their own; an owner after all. */
export const signInRoutes = ({
  members,
  memberSessions,
  passkeys,
}: SignInRoutesOptions): readonly KeyRoute[] => [
  defineOperation({
    scope: 'members',
    method: 'GET',
    path: SESSIONS,
    operationId: 'listMemberSessions',
    tag: TAG,
    summary: 'Where a member is signed in',
    description: 'Newest first. A sign-in ends by itself after eight hours.',
    params: memberParams,
    responses: {
      200: {
        description: 'The sign-ins',
        schema: z.object({ sessions: z.array(sessionSchema).describe('Those that are open, newest first.') }),
      },
    },
    handle: async ({ params: { id } }, caller) => {
      requireSelfOrOwner(caller, id);
      await members.require(caller.organization.id, id);
      const open = await memberSessions.list(caller.organization.id, id);
      return jsonReply(200, { sessions: open.map((session) => sessionBody(session, caller.key.id)) });
    },
  }),
  defineOperation({
    scope: 'members',
    method: 'DELETE',
    path: `${SESSIONS}/:session_id`,
    operationId: 'endMemberSession',
    tag: TAG,
    summary: 'End a sign-in',
    description: 'Its requests get 401, and what it watches ends, within 5 s on every relay.',
    params: memberParams.extend({
      session_id: z.string().describe('Of the sign-in, as the list of them tells it.'),
    }),
    responses: { 204: { description: 'Ended' } },
    handle: async ({ params: { id, session_id: sessionId } }, caller) => {
      requireSelfOrOwner(caller, id);
      await members.require(caller.organization.id, id);
      await memberSessions.end(caller.organization.id, id, sessionId, actorOf(caller));
      return { status: 204 };
    },
  }),
  defineOperation({
    scope: 'members',
    method: 'GET',
    path: PASSKEYS,
    operationId: 'listPasskeys',
    tag: TAG,
    summary: 'A member’s passkeys',
    description: 'What the member signs in with. The keys themselves stay on the member’s devices.',
    params: memberParams,
    responses: {
      200: {
        description: 'The passkeys',
        schema: z.object({ passkeys: z.array(passkeySchema).describe('Oldest first.') }),
      },
    },
    handle: async ({ params: { id } }, caller) => {
      requireSelfOrOwner(caller, id);
      await members.require(caller.organization.id, id);
      const own = await passkeys.list(caller.organization.id, id);
      return jsonReply(200, { passkeys: own.map(passkeyBody) });
    },
  }),
  defineOperation({
    scope: 'members',
    method: 'DELETE',
    path: `${PASSKEYS}/:passkey_id`,
    operationId: 'removePasskey',
    tag: TAG,
    summary: 'Remove a passkey',
    description:
      'Sign-ins that were made with it go on until they end or are ended. The only way to sign in stays: 409.',
    params: memberParams.extend({
      passkey_id: z.string().describe('Of the passkey, as the list of them tells it.'),
    }),
    responses: { 204: { description: 'Removed' } },
    faults: ['conflict'],
    handle: async ({ params: { id, passkey_id: passkeyId } }, caller) => {
      requireSelfOrOwner(caller, id);
      await members.require(caller.organization.id, id);
      await passkeys.remove(caller.organization.id, id, passkeyId, actorOf(caller));
      return { status: 204 };
    },
  }),
];
