import type { Connection } from './connection.js';

/** The open sockets of a relay: with a session, before one, and of those who observe. */
export class Connections {
  private readonly open = new Set<Connection>();

  get size(): number {
    return this.open.size;
  }

  add(connection: Connection): void {
    this.open.add(connection);
  }

  remove(connection: Connection): void {
    this.open.delete(connection);
  }

  /** A copy, because a connection leaves when it is closed. */
  all(): Connection[] {
    return [...this.open];
  }

  /** Connections that their own credential holds. One with a session is the session's, whose credential may have been exchanged. */
  unattached(): Connection[] {
    return this.all().filter(({ attachedTo }) => attachedTo === undefined);
  }

  /** How many connections of an organization observe. */
  observing(orgId: string): number {
    return this.all().filter(({ observer, orgId: owner }) => observer !== undefined && owner === orgId)
      .length;
  }
}
