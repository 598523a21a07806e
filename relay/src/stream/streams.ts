import type { SocketListener } from '../socket/open-socket.js';
import { CLOSE } from '@undertone/protocol';
import { settledWithin } from '../concurrency/settled-within.js';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import { SessionFault } from '../domain/live/session-fault.js';
import { isStreaming } from '../domain/live/session-state.js';
import type { SessionName } from '../domain/call/session-name.js';
import { UsageBiller } from './billing/usage-biller.js';
import { Checkpointer } from './lifetime/checkpointer.js';
import { Connection, type ConnectionHost } from './connection.js';
import { endSession } from './lifetime/ending.js';
import { flushAnalysis } from './results/flush.js';
import type { StreamDependencies } from './ports.js';
import { SessionRegistry } from './registry.js';
import type { LiveSession } from './live-session.js';
import type { PlanPlace, StreamSocket } from './socket.js';
import { SessionWatch, TICK_MS } from './lifetime/session-watch.js';

/** The longest wait for the last results when the relay shuts down. */
const DRAIN_FLUSH_MS = 2_000;

/** The longest wait for a stream that another route ends: its last results, then its conversation. */
const END_MS = 15_000;

/** Longer without a tick or a message, this process itself stood still. */
const PAUSE_MS = 1_000;

/** Which credential was withdrawn. Everything it opened ends. */
export interface Revocation {
  readonly keyId?: string;
  readonly tokenId?: string;
}

/** Whether the withdrawn credential opened a stream. */
const opensWith = (auth: StreamAuth, { keyId, tokenId }: Revocation): boolean =>
  (keyId !== undefined && auth.keyId === keyId) || (tokenId !== undefined && auth.tokenId === tokenId);

const endedElsewhere = (): SessionFault =>
  new SessionFault('ended_by_server', 'the session was ended over another route');

export interface StreamCounts {
  readonly connections: number;
  readonly sessions: number;
  readonly live: number;
  readonly paused: number;
  readonly detached: number;
  readonly ending: number;
}

/** All live sessions of a relay. */
export interface Streams {
  /**
   * Takes a socket whose upgrade is complete.
   * @param auth absent when the token comes in the hello
   * @param place the stream's place of the plan; absent when places are not counted
   */
  accept(socket: StreamSocket, auth: StreamAuth | undefined, place?: PlanPlace): SocketListener;
  /** The API keys behind the open streams, each once. */
  keysInUse(): readonly string[];
  /** Ends the sessions and closes the connections that a revoked credential opened. @returns how many */
  revoke(revocation: Revocation): number;
  /**
   * The sessions this process streams, each with the revision that its client was told. Excludes those that
   * begin or end right now.
   */
  names(): readonly (SessionName & { readonly revision: number })[];
  /** Something happened to a conversation. @returns whether this process has its stream */
  hasNews(session: SessionName, revision: number): boolean;
  /**
   * Ends the stream of a conversation that another route is about to end, with the turn that is being spoken. Resolves when its
   * conversation has all of it, or after 15 s. Never rejects.
   * @returns whether this process has the stream
   */
  end(session: SessionName, code: string): Promise<boolean>;
  /**
   * Ends the stream of a conversation that another route ended or deleted.
   * @returns whether this process has it
   */
  dismiss(session: SessionName): boolean;
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
  const checkpointer = new Checkpointer(deps, registry);
  const billing = deps.payments && new UsageBiller(deps, deps.payments, registry);
  const connections = new Set<Connection>();
  const watches = new WeakMap<LiveSession, SessionWatch>();
  let draining = false;
  let seenMs = deps.clock.monotonicMs();

  /** A process that was stopped, or that a debugger or a busy machine held, finds everything that came meanwhile at once. */
  const awake = (nowMs: number): void => {
    const pauseMs = nowMs - seenMs - TICK_MS;
    seenMs = nowMs;
    if (pauseMs < PAUSE_MS) return;
    for (const connection of connections) connection.forgive(pauseMs);
  };

  const host: ConnectionHost = {
    deps,
    registry,
    awake,
    draining: () => draining,
    closed: (connection) => connections.delete(connection),
    observing: (orgId) =>
      [...connections].filter(({ observer, orgId: owner }) => observer !== undefined && owner === orgId)
        .length,
    host: {
      biller: billing,
      ended: (session) => registry.remove(session),
      checkpointSoon: (session) => checkpointer.soon(session),
    },
  };

  const watchOf = (session: LiveSession): SessionWatch => {
    const known = watches.get(session);
    if (known !== undefined) return known;
    const fresh = new SessionWatch(session);
    watches.set(session, fresh);
    return fresh;
  };

  const stopTicking = deps.timers.every(TICK_MS, () => {
    const now = deps.clock.monotonicMs();
    awake(now);
    for (const connection of [...connections]) connection.tick(now);
    for (const session of registry.all()) session.guard(() => watchOf(session).tick(now));
    billing?.tick();
    checkpointer.tick(now);
  });

  /** Resolves when all sessions have left by themselves, or after `deadlineMs`. */
  const departure = (deadlineMs: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        cancelDeadline();
        cancelLook();
        resolve();
      };
      const cancelDeadline = deps.timers.after(deadlineMs, done);
      const cancelLook = deps.timers.every(TICK_MS, () => {
        if (registry.size === 0 && connections.size === 0) done();
      });
    });

  /** Leaves a session for a later resume. If the session is ending already, its end comes first. */
  const leave = async (session: LiveSession): Promise<void> => {
    if (session.state.kind === 'ending' || session.state.kind === 'ended') return session.steps.settled();
    await settledWithin(flushAnalysis(session), deps.timers, DRAIN_FLUSH_MS);
    await billing?.settle(session);
    if (session.turnRecorder !== undefined) await session.turnRecorder.settled();
    await checkpointer.writeLast(session, deps.clock.monotonicMs());
    session.link?.close(CLOSE.restart);
    session.feed.close('elsewhere');
    session.dispose();
  };

  /** Connections that their own credential holds. One with a session is the session's, whose credential may have been exchanged. */
  const unattached = (): Connection[] =>
    [...connections].filter(({ attachedTo }) => attachedTo === undefined);

  return {
    accept(socket, auth, place) {
      const connection = new Connection(host, socket, auth, place);
      connections.add(connection);
      deps.metrics.count('connections_accepted');
      return connection;
    },
    keysInUse() {
      const auths = [...registry.all(), ...unattached()].map(({ auth }) => auth?.keyId);
      return [...new Set(auths.filter((keyId) => keyId !== undefined))];
    },
    revoke(revocation) {
      const fault = new SessionFault('unauthorized', 'the credential was revoked');
      const hit = registry.all().filter(({ auth }) => opensWith(auth, revocation));
      for (const session of hit) {
        session.release()?.fail(fault);
        endSession(session, { code: 'revoked', reason: fault.message });
      }
      const waiting = unattached().filter(({ auth }) => auth !== undefined && opensWith(auth, revocation));
      for (const connection of waiting) connection.fail(fault);
      return hit.length + waiting.length;
    },
    names() {
      const streaming = registry.all().filter(({ state }) => isStreaming(state));
      return streaming.map(({ orgId, id, turnRecorder }) => ({
        orgId,
        sessionId: id,
        revision: turnRecorder?.revision ?? 0,
      }));
    },
    hasNews({ orgId, sessionId }, revision) {
      const session = registry.get(orgId, sessionId);
      if (session === undefined || !isStreaming(session.state)) return false;
      session.turnRecorder?.hasNews(revision);
      return true;
    },
    async end({ orgId, sessionId }, code) {
      const session = registry.get(orgId, sessionId);
      if (session === undefined || session.state.kind === 'ended') return false;
      const fault = endedElsewhere();
      endSession(session, { fault, code, reason: fault.message });
      await settledWithin(session.steps.settled(), deps.timers, END_MS);
      return true;
    },
    dismiss({ orgId, sessionId }) {
      const session = registry.get(orgId, sessionId);
      if (session === undefined || !isStreaming(session.state)) return false;
      const fault = endedElsewhere();
      endSession(session, { fault, code: fault.code, reason: fault.message });
      return true;
    },
    async drain(deadlineMs) {
      draining = true;
      for (const session of registry.all()) {
        session.outbox.post({
          kind: 'go_away',
          value: { reason: 'deploy', deadlineMs, resume: true, retryAfterMs: 0 },
        });
      }
      for (const connection of connections) connection.observer?.goAway(deadlineMs);
      await departure(deadlineMs);
      await Promise.all(registry.all().map(leave));
      for (const connection of [...connections]) connection.close(CLOSE.restart);
      stopTicking();
    },
    counts() {
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
    },
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
