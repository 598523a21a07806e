import type { Site } from '../../domain/members/passkeys.js';
import { HttpError } from '../../transport/http-message.js';

type Headers = ReadonlyMap<string, string>;

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Where the page is that sent a request. A browser says so itself and no script can change it, so that it is right behind every
 * proxy. A signature covers it too.
 * @throws HttpError `forbidden` for a request that no page of this relay sent
 */
export const siteOf = (headers: Headers): Site => {
  const origin = headers.get('origin') ?? '';
  if (headers.get('sec-fetch-site') !== 'same-origin' || !URL.canParse(origin))
    throw new HttpError('forbidden', 'only the console’s own page may ask this');
  return { origin, host: new URL(origin).hostname };
};

/** The address of this relay in links: where the page is, or else what the operator says, or else what was asked for. */
export const baseUrlOf = (headers: Headers, publicUrl: string | undefined): string => {
  const origin = headers.get('origin');
  if (origin !== undefined && headers.get('sec-fetch-site') === 'same-origin') return origin;
  if (publicUrl !== undefined) return publicUrl.replace(/^ws/, 'http');
  const host = headers.get('host') ?? 'localhost';
  return `${LOCAL.test(host) ? 'http' : 'https'}://${host}`;
};

/** Opens an invitation. The secret stands behind `#`, which no browser sends to a server or a log. */
export const invitationUrl = (base: string, token: string): string => `${base}/console/#join/${token}`;
