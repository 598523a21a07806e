import { settledWithin } from '../../concurrency/settled-within.js';
import type { SessionName } from '../../domain/call/session-name.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { isStreaming } from '../../domain/live/session-state.js';
import { endSession } from '../lifetime/ending.js';
import type { LiveSession } from '../live-session.js';
import type { StreamTimers } from '../ports.js';
import type { SessionRegistry } from '../registry.js';

/** The longest wait for a stream that another route ends: its last results, then its conversation. */
const END_MS = 15_000;

/** The sessions that this process streams, for the routes that work on the same conversations. */
export interface StreamedSessions {
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
}

export const streamedSessions = (registry: SessionRegistry, timers: StreamTimers): StreamedSessions => {
  const streaming = ({ orgId, sessionId }: SessionName): LiveSession | undefined => {
    const session = registry.get(orgId, sessionId);
    return session !== undefined && isStreaming(session.state) ? session : undefined;
  };
  return {
    names: () =>
      registry
        .all()
        .filter(({ state }) => isStreaming(state))
        .map(({ orgId, id, turnRecorder }) => ({
          orgId,
          sessionId: id,
          revision: turnRecorder?.revision ?? 0,
        })),
    hasNews(name, revision) {
      const session = streaming(name);
      session?.turnRecorder?.hasNews(revision);
      return session !== undefined;
    },
    async end({ orgId, sessionId }, code) {
      const session = registry.get(orgId, sessionId);
      if (session === undefined || session.state.kind === 'ended') return false;
      const fault = endedElsewhere();
      endSession(session, { fault, code, reason: fault.message });
      await settledWithin(session.steps.settled(), timers, END_MS);
      // Its stream is on another relay by now.
      return !isSuperseded(session);
    },
    dismiss(name) {
      const session = streaming(name);
      if (session === undefined) return false;
      const fault = endedElsewhere();
      endSession(session, { fault, code: fault.code, reason: fault.message });
      return true;
    },
  };
};

const isSuperseded = ({ state }: LiveSession): boolean =>
  state.kind === 'ended' && state.code === 'session_superseded';

const endedElsewhere = (): SessionFault =>
  new SessionFault('ended_by_server', 'the session was ended over another route');
