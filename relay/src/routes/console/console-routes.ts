import { z } from 'zod';
import { actorOf, type VerifiedApiKey } from '../../domain/keys/api-key.js';
import { HttpError, type HttpRequest, jsonReply } from '../../transport/http-message.js';
import { readJsonBody } from '../requests/json-body.js';
import type { OpenRoute } from '../requests/route.js';
import { type CompanyContext, companyRoutes } from './company-routes.js';
import { type ConsoleContext, describe, isSecure } from './console-context.js';
import { passkeyRoutes } from './passkey-routes.js';

const PATH = '/console/session';
const BODY_LIMIT_BYTES = 4_096;

const login = z.strictObject({ api_key: z.string().min(1).max(1_024) });

/** Login, state and logout for the console page. */
export const consoleRoutes = (context: CompanyContext): readonly OpenRoute[] => {
  const { sessions, authenticator, members, memberSessions, company, trustProxy } = context;
  return [
    {
      method: 'GET',
      path: '/console',
      access: 'anyone',
      counted: true,
      handle: () => ({ status: 308, headers: { Location: '/console/' } }),
    },
    {
      method: 'POST',
      path: PATH,
      access: 'anyone',
      counted: true,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      async handle({ request }) {
        const { api_key: apiKey } = await readJsonBody(request, login);
        const headers = new Map([['x-api-key', apiKey]]);
        const admission = await authenticator.admit(headers, request.remoteAddress);
        if (admission.kind === 'refused') throw admission.error;
        const { organization } = admission.caller;
        // A key is for programs. Once an owner can sign in, everybody in the console is somebody.
        if (await members.hasOwner(organization.id)) throw peopleSignIn();
        return jsonReply(200, describe(organization, undefined), {
          'Set-Cookie': await sessions.open(apiKey, isSecure(request, trustProxy)),
        });
      },
    },
    {
      method: 'GET',
      path: PATH,
      access: 'anyone',
      counted: true,
      async handle({ request }) {
        const caller = await callerOf(context, request);
        return jsonReply(
          200,
          caller === undefined
            ? {
                organization: null,
                member: null,
                sign_in: { api_key: await members.takesKeys(), company: company !== undefined },
              }
            : describe(caller.organization, caller.member),
        );
      },
    },
    {
      method: 'DELETE',
      path: PATH,
      access: 'anyone',
      counted: true,
      async handle({ request }) {
        const caller = await callerOf(context, request);
        if (caller?.member !== undefined) {
          const { organization, member, key } = caller;
          await memberSessions.end(organization.id, member.id, key.id, actorOf(caller));
        }
        return { status: 204, headers: { 'Set-Cookie': sessions.close(isSecure(request, trustProxy)) } };
      },
    },
    ...passkeyRoutes(context),
    ...companyRoutes(context),
  ];
};

/** Who is signed in, in the browser that asks; undefined for nobody. */
const callerOf = async (
  { sessions, authenticator }: ConsoleContext,
  request: HttpRequest,
): Promise<VerifiedApiKey | undefined> => {
  const headers = await sessions.withCredential(request.headers);
  if (!headers.has('x-api-key')) return undefined;
  const admission = await authenticator.admit(headers, request.remoteAddress);
  return admission.kind === 'caller' ? admission.caller : undefined;
};

const peopleSignIn = (): HttpError =>
  new HttpError(
    'forbidden',
    'this organization has an owner: sign in with a passkey, or ask for an invitation',
  );
