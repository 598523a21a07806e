import { coversTraining } from '../../domain/fine-tune/training-utterances.js';
import type { SavedStream } from '../lifetime/saved-stream.js';
import type { LiveSession } from '../live-session.js';
import { retriedConversations } from './stream-conversations.js';
import { trainingTurnsFor } from './training-turns.js';
import { TurnRecorder } from './turn-recorder.js';

/** Connects a session to its conversation. Returns undefined when no conversations are kept. */
export const turnRecorderFor = (
  session: LiveSession,
  saved: SavedStream | undefined,
): TurnRecorder | undefined => {
  const { deps } = session;
  const { conversations } = deps;
  if (conversations === undefined) return undefined;
  const recorder = new TurnRecorder({
    sessions: retriedConversations(conversations, deps.timers),
    correctNow: (...given) => conversations.correct(...given),
    orgId: session.orgId,
    sessionId: session.id,
    config: () => session.config,
    agents: () => session.call.agents(),
    agentAnalysis: session.auth.agentAnalysis,
    correctionsOf: (turnId) => session.corrections.of(turnId),
    heard: saved?.heard,
    moods: saved?.moods,
    revision: saved?.revision,
    onCorrected: (turnId, { emotion }) => {
      session.corrections.overrule(turnId);
      session.call.correct(turnId, emotion);
    },
    onCueAnswer: ({ cueId, action }) => {
      session.checkpointNeed.changed();
      session.call.feedback(cueId, action);
    },
    onRead: (turnId, emotion, revised) => session.call.label(turnId, emotion, revised),
    training: trainingTurnsFor(session),
    wallMs: () => deps.clock.wallMs(),
    say: (bodies) => {
      if (!session.isOver) session.say(bodies);
      // What the last turns foretell is in `session_end`. An alert is not, and is never dropped (RT48).
      else if (session.link !== undefined) session.say(bodies.filter(({ kind }) => kind === 'alert'));
    },
    onFailed: (error) =>
      deps.log.warn({ session: session.id, error: String(error) }, 'a turn did not reach its conversation'),
  });
  // The previous process may have stopped before it deleted what a withdrawal covers.
  if (saved !== undefined && !coversTraining(session.config.consent?.scope)) recorder.withdrawTraining();
  return recorder;
};
