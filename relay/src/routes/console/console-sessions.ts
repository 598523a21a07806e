import { EncryptJWT, jwtDecrypt } from 'jose';

const COOKIE = 'undertone_console';
/** A working day. */
const LIFETIME_S = 8 * 3_600;
const AUDIENCE = 'undertone-console';

/**
 * The console's login. A page must not hold an API key, so the user types the key once and gets a cookie that
 * no script can read. The cookie is sealed with the relay's own key, is sent only to this origin, and is
 * useless to pages of other sites.
 */
export class ConsoleSessions {
  private readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  private readonly nowMs: () => number;

  /** @param keys 32 bytes each, with no other use. The first one seals, all of them open */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]], nowMs: () => number) {
    this.keys = keys;
    this.nowMs = nowMs;
  }

  /** The `Set-Cookie` header that logs in. @param secure whether the page came over HTTPS */
  async open(apiKey: string, secure: boolean): Promise<string> {
    const nowS = Math.floor(this.nowMs() / 1_000);
    const sealed = await new EncryptJWT({ key: apiKey })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setAudience(AUDIENCE)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + LIFETIME_S)
      .encrypt(this.keys[0]);
    return cookie(sealed, LIFETIME_S, secure);
  }

  /** The `Set-Cookie` header that logs out. */
  close(secure: boolean): string {
    return cookie('', 0, secure);
  }

  /**
   * Returns the headers of a request from the console's own page with its API key added. All other headers
   * are returned unchanged: requests that have their own credential, requests from other sites, and requests
   * with a forged or expired cookie.
   */
  async withCredential(headers: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    const sealed = readCookie(headers.get('cookie'));
    if (sealed === undefined || headers.has('authorization') || headers.has('x-api-key')) return headers;
    // A check in addition to SameSite=Strict: browsers state which page a request comes from.
    if (headers.get('sec-fetch-site') !== 'same-origin') return headers;
    const key = await this.unseal(sealed);
    return key === undefined ? headers : new Map([...headers, ['x-api-key', key]]);
  }

  private async unseal(sealed: string): Promise<string | undefined> {
    for (const key of this.keys) {
      const opened = await this.unsealWith(key, sealed);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }

  private async unsealWith(key: Uint8Array, sealed: string): Promise<string | undefined> {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        audience: AUDIENCE,
        currentDate: new Date(this.nowMs()),
        contentEncryptionAlgorithms: ['A256GCM'],
        keyManagementAlgorithms: ['dir'],
      });
      return typeof payload['key'] === 'string' ? payload['key'] : undefined;
    } catch {
      // Forged, expired, or sealed before the relay's secret changed: treated as no login.
      return undefined;
    }
  }
}

const cookie = (value: string, maxAgeS: number, secure: boolean): string =>
  `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}${secure ? '; Secure' : ''}`;

const readCookie = (header: string | undefined): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1) || undefined;
