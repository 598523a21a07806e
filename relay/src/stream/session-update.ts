import type { SessionUpdate } from '@undertone/protocol';
import { SessionFault } from '../domain/session-fault.js';
import { readOptions } from '../domain/session-options.js';
import { conversationOptions } from './conversation-config.js';
import type { SessionConfig } from '../domain/session-config.js';
import { coversVoiceprint } from '../domain/speakers/voice-consent.js';
import { openInference } from './results.js';
import type { Session } from './session.js';

/**
 * Changes what may change while a session runs. A client that names the revision it knows (or the one it expects
 * next) is refused when somebody else was faster.
 * @throws SessionFault naming the field; then nothing has changed
 */
export function updateSession(session: Session, update: SessionUpdate): void {
  const { configRevision } = update;
  const known = [session.configRevision, session.configRevision + 1];
  if (configRevision !== undefined && !known.includes(configRevision)) {
    throw new SessionFault('conflict', `the session is at revision ${session.configRevision}`, {
      param: 'config_revision',
    });
  }
  const before = session.config;
  const options = readOptions(before, update, session.auth.claims);
  session.config = { ...before, ...options };
  session.configRevision += 1;
  if (update.consent?.basis !== undefined) session.consentRenewed = true;
  const { features, outputs } = session.config;
  session.ingest.inference?.update({ intervalMs: outputs.intervalMs, features });
  followConsent(session, before);
  session.say([
    ...session.conversation.update(conversationOptions(session.config)),
    { kind: 'session.updated', value: { configRevision: session.configRevision } },
  ]);
}

/** A consent that came or went changes who may be listened to: what was heard so far is finished, and another way opened. */
const followConsent = (session: Session, before: SessionConfig): void => {
  const { voices, ingest } = session;
  if (voices?.needsReopening(before) !== true) return;
  if (!coversVoiceprint(session.config.consent?.scope)) voices.forgetAll();
  const { inference } = ingest;
  if (inference === undefined || session.state.kind !== 'live') return;
  session.steps.add(async () => {
    if (ingest.inference !== inference) return;
    ingest.analysing = false;
    await inference.finish();
    inference.close();
    if (session.state.kind === 'live') ingest.resumeAnalysis(openInference(session));
  });
};
