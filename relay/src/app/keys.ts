import { ApiKeyVerifier } from '../domain/keys/api-key-verifier.js';
import { ApiKeys } from '../domain/keys/api-keys.js';
import { KeyUses } from '../domain/keys/key-uses.js';
import type { Repositories } from './start/repositories.js';

export interface KeyServicesOptions {
  readonly repositories: Pick<Repositories, 'apiKeys'>;
  readonly nowMs: () => number;
  readonly onTouchFailed: (error: unknown) => void;
  /** Called when a key was revoked on this relay. */
  readonly onKeyRevoked: (keyId: string) => void;
}

export interface KeyServices {
  readonly verifier: ApiKeyVerifier;
  readonly apiKeys: ApiKeys;
  readonly uses: KeyUses;
  /** Forgets cached verifications, because a key was revoked or an organization was changed. */
  readonly forgetKey: (keyId: string) => void;
  readonly forgetOrganization: (orgId: string) => void;
  readonly forgetMember: (memberId: string) => void;
  /** Makes a key useless at once, on this relay: its streams end too. */
  readonly ended: (keyId: string) => void;
}

/** API keys: makes, verifies and revokes them, and records their use. */
export const createKeyServices = async (options: KeyServicesOptions): Promise<KeyServices> => {
  const { nowMs, onTouchFailed, onKeyRevoked } = options;
  const { apiKeys } = options.repositories;
  const uses = new KeyUses({ store: apiKeys, nowMs, onFailed: onTouchFailed });
  const verifier = new ApiKeyVerifier({
    store: apiKeys,
    now: nowMs,
    chosenHashes: await apiKeys.chosenHashes(),
    onUsed: (keyId) => uses.note(keyId),
  });
  const forgetKey = (keyId: string): void => verifier.forget(({ key }) => key.id === keyId);
  const ended = (keyId: string): void => {
    forgetKey(keyId);
    onKeyRevoked(keyId);
  };
  return {
    verifier,
    uses,
    forgetKey,
    ended,
    forgetMember: (memberId) => verifier.forget(({ member }) => member?.id === memberId),
    forgetOrganization: (orgId) => verifier.forget(({ organization }) => organization.id === orgId),
    apiKeys: new ApiKeys({
      nowMs,
      store: apiKeys,
      onRevoked: ended,
    }),
  };
};
