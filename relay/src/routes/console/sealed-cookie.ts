import { EncryptJWT, jwtDecrypt } from 'jose';

export type SealingKeys = readonly [Uint8Array, ...Uint8Array[]];

export interface SealedCookieOptions {
  readonly name: string;
  readonly lifetimeS: number;
  /** 32 bytes each, with no other use. The first one seals, all of them open. */
  readonly keys: SealingKeys;
  readonly nowMs: () => number;
  /** `Lax` also for the way back from another site, to a page that only reads. */
  readonly sameSite: 'Strict' | 'Lax';
  readonly path: string;
}

/** What a browser keeps for the relay, and neither a script nor the person can read. */
export class SealedCookie {
  constructor(private readonly options: SealedCookieOptions) {}

  /** The `Set-Cookie` header. @param secure whether the page came over HTTPS */
  async seal(value: Readonly<Record<string, string>>, secure: boolean): Promise<string> {
    const { name, lifetimeS, keys, nowMs } = this.options;
    const nowS = Math.floor(nowMs() / 1_000);
    const sealed = await new EncryptJWT(value)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setAudience(audienceOf(name))
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + lifetimeS)
      .encrypt(keys[0]);
    return this.header(sealed, lifetimeS, secure);
  }

  /** The `Set-Cookie` header that takes it back. */
  clear(secure: boolean): string {
    return this.header('', 0, secure);
  }

  /** What was sealed; undefined without the cookie, and when it was forged, has expired or the relay's secret changed. */
  async open(headers: ReadonlyMap<string, string>): Promise<Readonly<Record<string, unknown>> | undefined> {
    const sealed = readCookie(this.options.name, headers.get('cookie'));
    if (sealed === undefined) return undefined;
    for (const key of this.options.keys) {
      const opened = await this.openWith(key, sealed);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }

  private async openWith(
    key: Uint8Array,
    sealed: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        audience: audienceOf(this.options.name),
        currentDate: new Date(this.options.nowMs()),
        contentEncryptionAlgorithms: ['A256GCM'],
        keyManagementAlgorithms: ['dir'],
      });
      return payload;
    } catch {
      return undefined;
    }
  }

  private header(value: string, maxAgeS: number, secure: boolean): string {
    const { name, path, sameSite } = this.options;
    return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeS}${secure ? '; Secure' : ''}`;
  }
}

const audienceOf = (name: string): string => name.replaceAll('_', '-');

const readCookie = (name: string, header: string | undefined): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) || undefined;
