import type { SocketListener } from '../socket/open-socket.js';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import { UsageBiller } from './billing/usage-biller.js';
import { Connection, type ConnectionHost } from './connection.js';
import { Connections } from './connections.js';
import { type StreamedSessions, streamedSessions } from './conversation/other-routes.js';
import { credentialsOf, type StreamCredentials } from './credentials.js';
import { Checkpointer } from './lifetime/checkpointer.js';
import { Departure } from './lifetime/departure.js';
import { Pulse } from './lifetime/pulse.js';
import type { StreamDependencies } from './ports.js';
import { SessionRegistry } from './registry.js';
import type { LiveSession } from './live-session.js';
import type { PlanPlace, StreamSocket } from './socket.js';

export interface StreamCounts {
  readonly connections: number;
  readonly sessions: number;
  readonly live: number;
  readonly paused: number;
  readonly detached: number;
  readonly ending: number;
}

/** All live sessions of a relay. */
export interface Streams extends StreamCredentials, StreamedSessions {
  /**
   * Takes a socket whose upgrade is complete.
   * @param auth absent when the token comes in the hello
   * @param place the stream's place of the plan; absent when places are not counted
   */
  accept(socket: StreamSocket, auth: StreamAuth | undefined, place?: PlanPlace): SocketListener;
  /**
   * Asks all clients to leave and refuses new sessions. After `deadlineMs` it closes the rest, so that
   * another relay can continue from the checkpoint. Resolves when the last checkpoint is written.
   */
  drain(deadlineMs: number): Promise<void>;
  counts(): StreamCounts;
  /** The people whom open sessions know by voice, each once. */
  peopleKnown(): readonly string[];
  /** These people were deleted: no session may know them any more. */
  forgetPeople(ids: readonly string[]): void;
  /** How many sessions of an organization this process holds. */
  held(orgId: string): number;
}

export const createStreams = (deps: StreamDependencies): Streams => {
  const registry = new SessionRegistry();
  const connections = new Connections();
  const checkpointer = new Checkpointer(deps, registry);
  const biller = deps.payments && new UsageBiller(deps, deps.payments, registry);
  const parts = { registry, connections, checkpointer, biller };
  const pulse = new Pulse(deps, parts);
  const departure = new Departure(deps, parts);
  const host: ConnectionHost = {
    deps,
    registry,
    awake: (nowMs) => pulse.awake(nowMs),
    draining: () => departure.hasBegun,
    closed: (connection) => connections.remove(connection),
    observing: (orgId) => connections.observing(orgId),
    host: {
      biller,
      ended: (session) => registry.remove(session),
      checkpointSoon: (session) => checkpointer.soon(session),
      whileReturning: (session, regain) => checkpointer.whileReturning(session, regain),
    },
  };
  return {
    accept(socket, auth, place) {
      const connection = new Connection(host, socket, auth, place);
      connections.add(connection);
      deps.metrics.count('connections_accepted');
      return connection;
    },
    ...credentialsOf(registry, connections),
    ...streamedSessions(registry, deps.timers),
    async drain(deadlineMs) {
      await departure.run(deadlineMs);
      pulse.stop();
    },
    counts: () => countsOf(registry, connections),
    peopleKnown: () => [...new Set(registry.all().flatMap(({ voices }) => voices?.known() ?? []))],
    forgetPeople(ids) {
      const gone = new Set(ids);
      for (const { voices } of registry.all()) {
        if (voices?.known().some((id) => gone.has(id)) === true) voices.forget(gone);
      }
    },
    held: (orgId) => registry.held(orgId),
  };
};

const countsOf = (registry: SessionRegistry, connections: Connections): StreamCounts => {
  const sessions = registry.all();
  const of = (kind: LiveSession['state']['kind']): number =>
    sessions.filter(({ state }) => state.kind === kind).length;
  return {
    connections: connections.size,
    sessions: sessions.length,
    live: of('live'),
    paused: of('paused'),
    detached: of('detached'),
    ending: of('ending'),
  };
};
