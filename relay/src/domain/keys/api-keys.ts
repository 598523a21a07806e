import { Fault } from '../fault.js';
import { NotYoursFault } from '../removed-ids.js';
import { newId } from '../ids.js';
import type { ApiKey } from './api-key.js';
import type { KeyScope } from './key-scopes.js';
import { generateApiKey, hashApiKey, prefixOfApiKey } from './api-key-secret.js';

/**
 * A forgotten key would stay valid forever. An organization that needs more keys than this has lost track of
 * them.
 */
const MAX_ACTIVE_KEYS = 1_000;

export interface NewApiKey extends Omit<ApiKey, 'lastUsedAt' | 'revokedAt'> {
  /** False for a key that an operator chose. */
  readonly checksummed: boolean;
}

/** What key management needs from the storage. Every change is written to the audit log with it. */
export interface ApiKeyStore {
  /** @returns false if the organization already has `most` active keys */
  add(key: NewApiKey, actor: string, most: number): Promise<boolean>;
  /** The organization's own keys that were not revoked, oldest first; expired ones too. */
  list(orgId: string): Promise<readonly ApiKey[]>;
  /** Ends every sign-in of its members. @returns their ids */
  endSessions(orgId: string, at: Date): Promise<readonly string[]>;
  /** @returns false if the organization has no such key, or it was revoked before */
  revoke(orgId: string, keyId: string, actor: string, at: Date): Promise<boolean>;
}

export interface ApiKeyOrder {
  readonly name: string;
  readonly expiresAt: Date | undefined;
  readonly rateLimit: number | undefined;
  readonly scopes: readonly KeyScope[] | undefined;
}

export interface CreatedApiKey {
  /** The key itself. It is returned to the caller that created it, and stored nowhere. */
  readonly secret: string;
  readonly key: NewApiKey;
}

export interface ApiKeysOptions {
  readonly store: ApiKeyStore;
  readonly nowMs: () => number;
  /** Called at once when a key was revoked on this relay. Other relays find out by themselves. */
  readonly onRevoked: (keyId: string) => void;
}

/** Makes, lists and revokes an organization's API keys. */
export class ApiKeys {
  private readonly options: ApiKeysOptions;

  constructor(options: ApiKeysOptions) {
    this.options = options;
  }

  /**
   * Makes a key. The secret is returned to the caller and stored nowhere.
   * @throws Fault `validation_error` for an expiry that has passed, `conflict` beyond {@link MAX_ACTIVE_KEYS}
   */
  async create(
    orgId: string,
    { name, expiresAt, rateLimit, scopes }: ApiKeyOrder,
    actor: string,
  ): Promise<CreatedApiKey> {
    const now = this.options.nowMs();
    if (expiresAt !== undefined && expiresAt.getTime() <= now) {
      throw new Fault('validation_error', 'the request has invalid parameters', {
        details: { expires_at: ['must be in the future'] },
      });
    }
    const secret = generateApiKey();
    const key: NewApiKey = {
      id: newId('key'),
      orgId,
      name,
      expiresAt,
      rateLimit,
      scopes,
      prefix: prefixOfApiKey(secret),
      hash: hashApiKey(secret),
      checksummed: true,
      createdAt: new Date(now),
    };
    if (!(await this.options.store.add(key, actor, MAX_ACTIVE_KEYS))) {
      throw new Fault('conflict', `an organization has at most ${MAX_ACTIVE_KEYS} active API keys`);
    }
    return { secret, key };
  }

  list(orgId: string): Promise<readonly ApiKey[]> {
    return this.options.store.list(orgId);
  }

  /**
   * Revokes a key: its requests get 401, and its streams end.
   * @throws Fault `forbidden`, the same for another organization's key, a revoked one and an unknown one
   */
  async revoke(orgId: string, keyId: string, actor: string): Promise<void> {
    const { store, nowMs, onRevoked } = this.options;
    if (!(await store.revoke(orgId, keyId, actor, new Date(nowMs())))) {
      throw new NotYoursFault({ kind: 'api_key', id: keyId });
    }
    onRevoked(keyId);
  }

  /** Revokes every key of an organization, those of its members' sign-ins too. @returns how many */
  async revokeAll(orgId: string, actor: string): Promise<number> {
    const { store, nowMs, onRevoked } = this.options;
    const keys = await store.list(orgId);
    for (const { id } of keys) await this.revoke(orgId, id, actor);
    const sessions = await store.endSessions(orgId, new Date(nowMs()));
    for (const id of sessions) onRevoked(id);
    return keys.length + sessions.length;
  }
}
