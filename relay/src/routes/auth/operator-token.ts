import { createHash, timingSafeEqual } from 'node:crypto';

const SCHEME = /^bearer +(\S+)$/i;

/** The operator's token, accepted only as `Authorization: Bearer`. Hashes are compared in constant time. */
export class OperatorToken {
  private readonly hash: Buffer;

  /** @param token at least 32 characters; must not be an API key */
  constructor(token: string) {
    this.hash = hashOf(token);
  }

  recognizes(headers: ReadonlyMap<string, string>): boolean {
    const given = SCHEME.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? '';
    return timingSafeEqual(hashOf(given), this.hash);
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();
