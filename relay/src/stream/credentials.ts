import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import { SessionFault } from '../domain/live/session-fault.js';
import type { Connections } from './connections.js';
import { endSession } from './lifetime/ending.js';
import type { SessionRegistry } from './registry.js';

/** Which credential was withdrawn. Everything it opened ends. */
export interface Revocation {
  readonly keyId?: string;
  readonly tokenId?: string;
}

/** Which credentials opened the streams of a relay. */
export interface StreamCredentials {
  /** The API keys behind the open streams, each once. */
  keysInUse(): readonly string[];
  /** Ends the sessions and closes the connections that a revoked credential opened. @returns how many */
  revoke(revocation: Revocation): number;
}

export const credentialsOf = (registry: SessionRegistry, connections: Connections): StreamCredentials => ({
  keysInUse() {
    const auths = [...registry.all(), ...connections.unattached()].map(({ auth }) => auth?.keyId);
    return [...new Set(auths.filter((keyId) => keyId !== undefined))];
  },
  revoke(revocation) {
    const fault = new SessionFault('unauthorized', 'the credential was revoked');
    const hit = registry.all().filter(({ auth }) => opensWith(auth, revocation));
    for (const session of hit) {
      session.release()?.fail(fault);
      endSession(session, { code: 'revoked', reason: fault.message });
    }
    const waiting = connections
      .unattached()
      .filter(({ auth }) => auth !== undefined && opensWith(auth, revocation));
    for (const connection of waiting) connection.fail(fault);
    return hit.length + waiting.length;
  },
});

/** Whether the withdrawn credential opened a stream. */
const opensWith = (auth: StreamAuth, { keyId, tokenId }: Revocation): boolean =>
  (keyId !== undefined && auth.keyId === keyId) || (tokenId !== undefined && auth.tokenId === tokenId);
