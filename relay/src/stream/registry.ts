import { sameHash } from './resume-handle.js';
import type { Session } from './session.js';

/** The sessions this process holds, attached or waiting for their client. */
export class SessionRegistry {
  private readonly byId = new Map<string, Session>();
  private readonly idByHandle = new Map<string, string>();
  private readonly heldByOrg = new Map<string, number>();

  get size(): number {
    return this.byId.size;
  }

  all(): Session[] {
    return [...this.byId.values()];
  }

  get(id: string): Session | undefined {
    return this.byId.get(id);
  }

  /** Sessions of an organisation. */
  held(orgId: string): number {
    return this.heldByOrg.get(orgId) ?? 0;
  }

  add(session: Session): void {
    this.byId.set(session.id, session);
    this.idByHandle.set(session.handleHash, session.id);
    this.heldByOrg.set(session.orgId, this.held(session.orgId) + 1);
  }

  remove(session: Session): void {
    if (this.byId.get(session.id) !== session) return;
    this.byId.delete(session.id);
    this.idByHandle.delete(session.handleHash);
    const held = this.held(session.orgId) - 1;
    if (held > 0) this.heldByOrg.set(session.orgId, held);
    else this.heldByOrg.delete(session.orgId);
  }

  /**
   * The session that a handle opens, for this organisation only. A session that is ending is as good as gone. The map is
   * searched by the hash of what the caller sent, which tells nothing about the handles that exist.
   */
  find(handleHash: string, orgId: string, sessionId: string | undefined): Session | undefined {
    const session = this.byId.get(this.idByHandle.get(handleHash) ?? '');
    if (session === undefined || !sameHash(session.handleHash, handleHash)) return undefined;
    if (session.orgId !== orgId) return undefined;
    if (sessionId !== undefined && sessionId !== session.id) return undefined;
    return session.state.kind === 'ending' || session.state.kind === 'ended' ? undefined : session;
  }
}
