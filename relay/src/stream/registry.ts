import { sameHash } from './handshake/resume-handle.js';
import type { LiveSession } from './live-session.js';

/**
 * Identifies a session across all organizations: a session id is unique only within one. No id of ours
 * contains a line break.
 */
export const sessionKey = (orgId: string, id: string): string => `${orgId}\n${id}`;

/** The sessions this process holds, attached or waiting for their client. */
export class SessionRegistry {
  private readonly byKey = new Map<string, LiveSession>();
  private readonly keyByHandle = new Map<string, string>();
  private readonly heldByOrg = new Map<string, number>();

  get size(): number {
    return this.byKey.size;
  }

  all(): LiveSession[] {
    return [...this.byKey.values()];
  }

  get(orgId: string, id: string): LiveSession | undefined {
    return this.byKey.get(sessionKey(orgId, id));
  }

  /** How many sessions of an organization this process holds. */
  held(orgId: string): number {
    return this.heldByOrg.get(orgId) ?? 0;
  }

  add(session: LiveSession): void {
    const key = sessionKey(session.orgId, session.id);
    this.byKey.set(key, session);
    this.keyByHandle.set(session.handleHash, key);
    this.heldByOrg.set(session.orgId, this.held(session.orgId) + 1);
  }

  remove(session: LiveSession): void {
    const key = sessionKey(session.orgId, session.id);
    if (this.byKey.get(key) !== session) return;
    this.byKey.delete(key);
    this.keyByHandle.delete(session.handleHash);
    const held = this.held(session.orgId) - 1;
    if (held > 0) this.heldByOrg.set(session.orgId, held);
    else this.heldByOrg.delete(session.orgId);
  }

  /**
   * The session that a handle opens, for this organization only. A session that is ending counts as gone. The
   * map is searched by the hash of what the caller sent, so that the search time tells nothing about existing
   * handles.
   */
  find(handleHash: string, orgId: string, sessionId: string | undefined): LiveSession | undefined {
    const session = this.byKey.get(this.keyByHandle.get(handleHash) ?? '');
    if (session === undefined || !sameHash(session.handleHash, handleHash)) return undefined;
    if (session.orgId !== orgId) return undefined;
    if (sessionId !== undefined && sessionId !== session.id) return undefined;
    return session.state.kind === 'ending' || session.state.kind === 'ended' ? undefined : session;
  }
}
