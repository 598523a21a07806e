import { z } from 'zod';
import { type HttpRequest, jsonReply } from '../../transport/http-message.js';
import type { Authenticator } from '../auth/authenticator.js';
import { readJsonBody } from '../requests/json-body.js';
import type { OpenRoute } from '../requests/route.js';
import type { ConsoleSessions } from './console-sessions.js';

const PATH = '/console/session';
const BODY_LIMIT_BYTES = 4_096;

const login = z.strictObject({ api_key: z.string().min(1).max(1_024) });

/** Login, state and logout for the console page. */
export const consoleRoutes = (
  sessions: ConsoleSessions,
  authenticator: Authenticator,
  trustProxy: boolean,
): readonly OpenRoute[] => [
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
      return jsonReply(200, describe(admission.caller.organization), {
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
      const headers = await sessions.withCredential(request.headers);
      if (!headers.has('x-api-key')) return jsonReply(200, { organization: null });
      const admission = await authenticator.admit(headers, request.remoteAddress);
      return jsonReply(
        200,
        admission.kind === 'caller' ? describe(admission.caller.organization) : { organization: null },
      );
    },
  },
  {
    method: 'DELETE',
    path: PATH,
    access: 'anyone',
    counted: true,
    handle: ({ request }) => ({
      status: 204,
      headers: { 'Set-Cookie': sessions.close(isSecure(request, trustProxy)) },
    }),
  },
];

const describe = ({ id, name, plan }: { id: string; name: string; plan: string }) => ({
  organization: { id, name, plan },
});

const isSecure = ({ headers }: HttpRequest, trustProxy: boolean): boolean =>
  trustProxy && headers.get('x-forwarded-proto') === 'https';
