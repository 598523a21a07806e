import { hashApiKey, hasValidChecksum, sameHash } from './api-key-secret.js';
import type { ApiKeyFinder, VerifiedApiKey } from './api-key.js';
import { keepNewest } from '../keep-newest.js';

/** A revocation reaches every request within this time. */
const CACHE_MS = 5_000;
const CACHE_ENTRIES = 1_000;

export interface ApiKeyVerifierOptions {
  readonly store: ApiKeyFinder;
  readonly now: () => number;
  /** SHA-256 (hex) of keys that an operator chose. They have no checksum. */
  readonly chosenHashes?: ReadonlySet<string>;
  /** Called for every use of a usable key. */
  readonly onUsed?: (keyId: string) => void;
}

interface CacheEntry {
  readonly verified: VerifiedApiKey;
  readonly until: number;
}

/** Turns the text of an API key into the key and organization it stands for. */
export class ApiKeyVerifier {
  private readonly options: ApiKeyVerifierOptions;
  /** In order of use: the first entry is the one that was used longest ago. */
  private readonly cache = new Map<string, CacheEntry>();

  constructor(options: ApiKeyVerifierOptions) {
    this.options = options;
  }

  /** The key and its organization; undefined if the key is unknown, expired or revoked. */
  async verify(text: string): Promise<VerifiedApiKey | undefined> {
    const hash = hashApiKey(text);
    const cacheKey = hash.toString('hex');
    if (!hasValidChecksum(text) && this.options.chosenHashes?.has(cacheKey) !== true) return undefined;
    const verified = this.fromCache(cacheKey) ?? (await this.fromStore(hash, cacheKey));
    if (verified === undefined || !this.isUsable(verified)) return undefined;
    this.options.onUsed?.(verified.key.id);
    return verified;
  }

  /** Whether it was a usable key when it was last seen here. Costs no look-up, and says nothing about now. */
  knows(text: string): boolean {
    return this.cache.has(hashApiKey(text).toString('hex'));
  }

  /** Makes the next use of a key look it up again. For a key that was revoked, or whose organization has changed. */
  forget(matches: (verified: VerifiedApiKey) => boolean): void {
    for (const [cacheKey, { verified }] of this.cache) {
      if (matches(verified)) this.cache.delete(cacheKey);
    }
  }

  private fromCache(cacheKey: string): VerifiedApiKey | undefined {
    const entry = this.cache.get(cacheKey);
    if (entry === undefined) return undefined;
    this.cache.delete(cacheKey);
    if (entry.until <= this.options.now()) return undefined;
    this.cache.set(cacheKey, entry);
    return entry.verified;
  }

  private async fromStore(hash: Uint8Array, cacheKey: string): Promise<VerifiedApiKey | undefined> {
    const verified = await this.options.store.findByHash(hash);
    if (verified === undefined || !sameHash(verified.key.hash, hash)) return undefined;
    keepNewest(this.cache, cacheKey, { verified, until: this.options.now() + CACHE_MS }, CACHE_ENTRIES);
    return verified;
  }

  private isUsable({ key }: VerifiedApiKey): boolean {
    return (
      key.revokedAt === undefined &&
      (key.expiresAt === undefined || key.expiresAt.getTime() > this.options.now())
    );
  }
}
