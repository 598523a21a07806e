import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { hashInvitationToken } from '../../domain/members/invitation.js';
import type { MemberOfOrganization } from '../../domain/members/members.js';
import { HttpError, type HttpRequest, jsonReply } from '../../transport/http-message.js';
import { nameText } from '../accounts/fields.js';
import { readJsonBody } from '../requests/json-body.js';
import type { OpenRoute } from '../requests/route.js';
import { type ConsoleContext, isSecure, signedIn } from './console-context.js';
import { siteOf } from './site.js';

const BODY_LIMIT_BYTES = 64 * 1024;

const base64url = z
  .string()
  .regex(/^[\w-]+$/, 'must be base64url')
  .max(32_000);
const transports = z.array(z.string().max(32)).max(16);
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };
/** What a browser answers (PublicKeyCredential.toJSON); fields that newer browsers add are let through. */
const registration = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
  }),
});
const assertion = z.looseObject({
  ...credential,
  response: z.looseObject({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

const token = z.string().max(100);
const invitation = z.strictObject({ token });
/** Without a token: another passkey for who is signed in. */
const begin = z.strictObject({ token: token.optional() });
const complete = z.strictObject({ token: token.optional(), name: nameText(60), response: registration });
const enter = z.strictObject({ response: assertion });
const nothing = z.strictObject({});

type Handle = OpenRoute['handle'];

/** Signing in with a passkey, and making one. Only the console's own page may ask. */
export const passkeyRoutes = (context: ConsoleContext): readonly OpenRoute[] => {
  const { ceremonies, members, passkeys, trustProxy } = context;
  const post = (path: string, handle: Handle): OpenRoute => ({
    method: 'POST',
    path,
    access: 'anyone',
    counted: true,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    handle,
  });
  return [
    post('/console/invitation', async ({ request }) => {
      siteOf(request.headers);
      const { member, organization } = await members.invited((await readJsonBody(request, invitation)).token);
      return jsonReply(200, {
        organization: organization.name,
        email: member.email,
        name: member.name ?? null,
        role: member.role,
      });
    }),
    post('/console/passkeys/options', async ({ request }) => {
      const site = siteOf(request.headers);
      const body = await readJsonBody(request, begin);
      const who = await personOf(context, request, body.token);
      const secure = isSecure(request, trustProxy);
      const { challenge, cookie } = await ceremonies.begin(`member:${who.member.id}`, secure);
      return jsonReply(200, await passkeys.registration(site, who, challenge), { 'Set-Cookie': cookie });
    }),
    post('/console/passkeys', async ({ request }) => {
      const site = siteOf(request.headers);
      const body = await readJsonBody(request, complete);
      const who = await personOf(context, request, body.token);
      const { member } = who;
      const challenge = await ceremonies.challengeOf(`member:${member.id}`, request.headers);
      const answer = { response: body.response as unknown as RegistrationResponseJSON, name: body.name };
      const invited = body.token === undefined ? undefined : hashInvitationToken(body.token);
      await passkeys.register(site, member, challenge, answer, invited);
      return body.token === undefined ? { status: 204 } : signedIn(context, request, who, 'invitation');
    }),
    post('/console/passkey/options', async ({ request }) => {
      const site = siteOf(request.headers);
      await readJsonBody(request, nothing);
      const { challenge, cookie } = await ceremonies.begin('sign_in', isSecure(request, trustProxy));
      return jsonReply(200, await passkeys.signIn(site, challenge), { 'Set-Cookie': cookie });
    }),
    post('/console/passkey', async ({ request }) => {
      const site = siteOf(request.headers);
      const { response } = await readJsonBody(request, enter);
      const challenge = await ceremonies.challengeOf('sign_in', request.headers);
      const who = await passkeys.verify(site, challenge, response as unknown as AuthenticationResponseJSON);
      await ceremonies.finish(challenge, who.organization.id);
      return signedIn(context, request, who, 'passkey');
    }),
  ];
};

/** For whom a passkey is made: the invited person, or who is signed in. */
const personOf = async (
  { members, sessions, authenticator }: ConsoleContext,
  request: HttpRequest,
  invited: string | undefined,
): Promise<MemberOfOrganization> => {
  if (invited !== undefined) return members.invited(invited);
  const headers = await sessions.withCredential(request.headers);
  const admission = await authenticator.admit(headers, request.remoteAddress);
  if (admission.kind === 'refused') throw admission.error;
  const { member, organization } = admission.caller;
  if (member === undefined)
    throw new HttpError('forbidden', 'an API key has no passkeys; invite a member, also yourself');
  return { member, organization };
};
