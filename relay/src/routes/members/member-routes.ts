import { z } from 'zod';
import { MEMBER_ROLES } from '../../domain/accounts/member.js';
import { actorOf } from '../../domain/keys/api-key.js';
import type { Members } from '../../domain/members/members.js';
import { jsonReply } from '../../transport/http-message.js';
import { email, nameText } from '../accounts/fields.js';
import { baseUrlOf } from '../console/site.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import {
  invitationBody,
  invitationSchema,
  listedMemberBody,
  listedMemberSchema,
  memberBody,
  memberSchema,
  requireRights,
} from './member-answer.js';

const TAG = 'Members';
const PATH = '/v1/members';

const role = z.enum(MEMBER_ROLES).meta({
  description:
    'Each may do what those before it may. `viewer` reads calls and figures, `supervisor` works with calls, people and alerts and hears along, ' +
    '`developer` has keys, webhooks, models and the wallet, `owner` people, logs, export and deletion.',
});
const newMember = z.strictObject({
  email: email.meta({ description: 'The address of whoever is invited.' }),
  name: nameText(100).meta({ description: 'To show; absent: the address is shown.' }).optional(),
  role,
});
const changes = z
  .strictObject({ name: nameText(100).meta({ description: 'To show; absent: it stays.' }), role })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must change something');
const params = z.strictObject({ id: z.string().describe('Of the member.') });
const one = z.object({ member: memberSchema });
const invited = z.object({ member: memberSchema, invitation: invitationSchema });

/** `/v1/members`: the people of an organization and what they may do. */
export const memberRoutes = (members: Members, publicUrl: string | undefined): readonly KeyRoute[] => [
  listMembers(members),
  inviteMember(members, publicUrl),
  updateMember(members),
  removeMember(members),
  inviteMemberAgain(members, publicUrl),
];

const listMembers = (members: Members): KeyRoute =>
  defineOperation({
    scope: 'members',
    method: 'GET',
    path: PATH,
    operationId: 'listMembers',
    tag: TAG,
    summary: 'List members',
    description:
      'Who may sign in to the console, oldest first, also those who were invited and have not come yet.',
    responses: {
      200: {
        description: 'The members',
        schema: z.object({ members: z.array(listedMemberSchema).describe('Oldest first.') }),
      },
    },
    handle: async (_, { organization }) =>
      jsonReply(200, { members: (await members.list(organization.id)).map(listedMemberBody) }),
  });

const inviteMember = (members: Members, publicUrl: string | undefined): KeyRoute =>
  defineOperation({
    scope: 'members',
    method: 'POST',
    path: PATH,
    operationId: 'inviteMember',
    tag: TAG,
    summary: 'Invite a member',
    description:
      'The answer holds a link, this once, good for seven days and for one person: hand it over yourself, the relay sends no mail. Who opens it makes a ' +
      'passkey and is signed in. A key with limits gives no right beyond them.',
    body: newMember,
    responses: { 201: { description: 'The member and the link', schema: invited } },
    faults: ['conflict'],
    handle: async ({ body, request }, caller) => {
      requireRights(caller, body.role);
      const invitation = await members.invite(
        caller.organization.id,
        { email: body.email, name: body.name, role: body.role },
        actorOf(caller),
      );
      const base = baseUrlOf(request.headers, publicUrl);
      return jsonReply(201, {
        member: memberBody(invitation.member),
        invitation: invitationBody(invitation, base),
      });
    },
  });

const updateMember = (members: Members): KeyRoute =>
  defineOperation({
    scope: 'members',
    method: 'PATCH',
    path: `${PATH}/:id`,
    operationId: 'updateMember',
    tag: TAG,
    summary: 'Change a member’s role or name',
    description: 'Counts within 5 s on every relay. The last owner who can sign in stays one: 409.',
    params,
    body: changes,
    responses: { 200: { description: 'The member', schema: one } },
    faults: ['conflict'],
    handle: async ({ params: { id }, body }, caller) => {
      if (body.role !== undefined) requireRights(caller, body.role);
      const changed = await members.change(caller.organization.id, id, body, actorOf(caller));
      return jsonReply(200, { member: memberBody(changed) });
    },
  });

const removeMember = (members: Members): KeyRoute =>
  defineOperation({
    scope: 'members',
    method: 'DELETE',
    path: `${PATH}/:id`,
    operationId: 'removeMember',
    tag: TAG,
    summary: 'Remove a member',
    description:
      'With passkeys and sign-ins: requests get 401 and streams end within 5 s. API keys that the member made stay. The last owner who can sign in stays: 409.',
    params,
    responses: { 204: { description: 'Removed' } },
    faults: ['conflict'],
    handle: async ({ params: { id } }, caller) => {
      await members.remove(caller.organization.id, id, actorOf(caller));
      return { status: 204 };
    },
  });

const inviteMemberAgain = (members: Members, publicUrl: string | undefined): KeyRoute =>
  defineOperation({
    scope: 'members',
    method: 'POST',
    path: `${PATH}/:id/invitation`,
    operationId: 'inviteMemberAgain',
    tag: TAG,
    summary: 'Make a new link for a member',
    description:
      'For a link that was lost or has ended, and for a member who lost the passkey. The link before opens nothing any more.',
    params,
    responses: { 201: { description: 'The member and the link', schema: invited } },
    handle: async ({ params: { id }, request }, caller) => {
      const member = await members.require(caller.organization.id, id);
      requireRights(caller, member.role);
      const invitation = await members.inviteAgain(caller.organization.id, id, actorOf(caller));
      const base = baseUrlOf(request.headers, publicUrl);
      return jsonReply(201, {
        member: memberBody(invitation.member),
        invitation: invitationBody(invitation, base),
      });
    },
  });
