import { createHash, timingSafeEqual } from 'node:crypto';

const SCHEME = /^bearer +(\S+)$/i;

/** The operator's tokens, accepted only as `Authorization: Bearer`. Hashes are compared in constant time. */
export class OperatorToken {
  private readonly hashes: readonly Buffer[];

  /** @param tokens each opens; at least 32 characters, and no API key */
  constructor(tokens: readonly string[]) {
    this.hashes = tokens.map(hashOf);
  }

  recognizes(headers: ReadonlyMap<string, string>): boolean {
    const given = SCHEME.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? '';
    const hash = hashOf(given);
    // All of them, so that the time does not tell which one it is.
    return this.hashes.filter((each) => timingSafeEqual(hash, each)).length > 0;
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();
