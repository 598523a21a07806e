import { SealedCookie, type SealingKeys } from './sealed-cookie.js';

/** A working day, as long as a member's sign-in. */
const LIFETIME_S = 8 * 3_600;

/**
 * The console's login. A page must not hold a key, so the browser gets a cookie that no script can read, with the key of a
 * member's sign-in, or with the API key that was typed once. The cookie is sealed with the relay's own key, is sent only to this
 * origin, and is useless to pages of other sites.
 */
export class ConsoleSessions {
  private readonly cookie: SealedCookie;

  /** @param keys 32 bytes each, with no other use. The first one seals, all of them open */
  constructor(keys: SealingKeys, nowMs: () => number) {
    const name = 'undertone_console';
    this.cookie = new SealedCookie({
      name,
      keys,
      nowMs,
      lifetimeS: LIFETIME_S,
      sameSite: 'Strict',
      path: '/',
    });
  }

  /** The `Set-Cookie` header that logs in with an API key. @param secure whether the page came over HTTPS */
  open(apiKey: string, secure: boolean): Promise<string> {
    return this.cookie.seal({ key: apiKey }, secure);
  }

  /** The `Set-Cookie` header of a member's sign-in. Relays that know no members do not take it for an API key. */
  openMember(secret: string, secure: boolean): Promise<string> {
    return this.cookie.seal({ member: secret }, secure);
  }

  /** The `Set-Cookie` header that logs out. */
  close(secure: boolean): string {
    return this.cookie.clear(secure);
  }

  /**
   * Returns the headers of a request from the console's own page with its API key added. All other headers
   * are returned unchanged: requests that have their own credential, requests from other sites, and requests
   * with a forged or expired cookie.
   */
  async withCredential(headers: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    if (headers.has('authorization') || headers.has('x-api-key')) return headers;
    // A check in addition to SameSite=Strict: browsers state which page a request comes from.
    if (headers.get('sec-fetch-site') !== 'same-origin') return headers;
    const opened = await this.cookie.open(headers);
    const key = opened?.['key'] ?? opened?.['member'];
    return typeof key === 'string' ? new Map([...headers, ['x-api-key', key]]) : headers;
  }
}
