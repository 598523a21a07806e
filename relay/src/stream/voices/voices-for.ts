import type { LiveSession } from '../live-session.js';
import type { SavedVoices, StreamVoices } from './ports.js';
import { SessionVoices } from './session-voices.js';

/** Connects the voices of a session to what the session sends, keeps and deletes. */
export const voicesFor = (
  session: LiveSession,
  voices: StreamVoices,
  saved: SavedVoices | undefined,
): SessionVoices => {
  const { deps, host } = session;
  return new SessionVoices({
    voices,
    saved,
    orgId: session.orgId,
    sessionId: session.id,
    config: () => session.config,
    call: () => session.call,
    onAgent: (speaker) => session.turnRecorder?.knowAgent(speaker),
    agentAnalysis: session.auth.agentAnalysis,
    say: (bodies) => {
      if (session.state.kind !== 'ended') session.say(bodies);
    },
    warn: (code, message, detail) => session.warn(code, message, detail),
    isOutdatedNews: () => session.told.isNews('enrollment_outdated'),
    checkpointSoon: () => {
      session.checkpointNeed.changed();
      host.checkpointSoon(session);
    },
    forgetTold: (speakers) => {
      session.feed.forgetIdentities(speakers);
      session.outbox.forgetIdentities(speakers);
    },
    after: (ms, run) => deps.timers.after(ms, run),
    onFailed: (error) =>
      deps.log.warn({ session: session.id, error: String(error) }, 'a voice could not be recognized'),
  });
};
