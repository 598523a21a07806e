import type { CompanySignIn } from '../../domain/members/company-sign-in.js';
import { Fault } from '../../domain/fault.js';
import type { HttpReply, HttpRequest } from '../../transport/http-message.js';
import type { OpenRoute } from '../requests/route.js';
import { type ConsoleContext, sessionCookie } from './console-context.js';
import { SealedCookie, type SealingKeys } from './sealed-cookie.js';
import { baseUrlOf } from './site.js';

const PATH = '/console/company';
/** A person signs in there, perhaps with a second factor. */
const LIFETIME_S = 900;

export interface CompanyContext extends ConsoleContext {
  readonly company: CompanySignIn | undefined;
  readonly sealing: SealingKeys;
  readonly nowMs: () => number;
  readonly publicUrl: string | undefined;
}

/** The way to the company's provider and back. The way back comes from another site: it opens only what this browser asked for. */
export const companyRoutes = (context: CompanyContext): readonly OpenRoute[] => {
  const { company, sealing, nowMs, publicUrl } = context;
  if (company === undefined) return [];
  const cookie = new SealedCookie({
    name: 'undertone_company',
    keys: sealing,
    nowMs,
    lifetimeS: LIFETIME_S,
    sameSite: 'Lax',
    path: PATH,
  });
  const backOf = ({ headers }: HttpRequest): string => `${baseUrlOf(headers, publicUrl)}${PATH}/callback`;
  return [
    {
      method: 'GET',
      path: PATH,
      access: 'anyone',
      counted: true,
      handle: ({ request }) =>
        orBack(async () => {
          const back = backOf(request);
          const { url, verifier, state, nonce } = await company.leave(back);
          const kept = await cookie.seal({ verifier, state, nonce }, back.startsWith('https:'));
          return { status: 303, headers: { Location: url.href, 'Set-Cookie': kept } };
        }),
    },
    {
      method: 'GET',
      path: `${PATH}/callback`,
      access: 'anyone',
      counted: true,
      handle: ({ request }) =>
        orBack(async () => {
          const opened = await cookie.open(request.headers);
          const { verifier, state, nonce } = opened ?? {};
          if (typeof verifier !== 'string' || typeof state !== 'string' || typeof nonce !== 'string')
            throw new Fault('unauthorized', 'this took too long, or began elsewhere; try again');
          const back = new URL(`${backOf(request)}?${request.query.toString()}`);
          const who = await company.enter(back, { verifier, state, nonce });
          const signedIn = await sessionCookie(context, request, who, 'oidc', back.protocol === 'https:');
          return { status: 303, headers: { Location: '/console/', 'Set-Cookie': signedIn } };
        }),
    },
  ];
};

/** A person stands at the end of this, not a program: the console says what went wrong. */
const orBack = async (handle: () => Promise<HttpReply>): Promise<HttpReply> => {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { status: 303, headers: { Location: `/console/#refused/${error.code}` } };
  }
};
