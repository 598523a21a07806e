import type { SessionUpdate } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';
import { requireConsent } from '../../domain/live/session-hello.js';
import { requireNoVoiceScopes } from '../../domain/live/feature-only.js';
import { readOptions } from '../../domain/live/session-options.js';
import { callOptions } from '../handshake/call-config.js';
import type { SessionConfig } from '../../domain/live/session-config.js';
import { coversTraining } from '../../domain/fine-tune/training-utterances.js';
import { coversTellingApart, coversVoiceprint } from '../../domain/speakers/voice-consent.js';
import { channelsOf, listen } from '../results/results.js';
import type { LiveSession } from '../live-session.js';

/**
 * Applies the changes that are allowed while a session runs. A client may name the revision it knows, or the
 * one it expects next. It is refused when another change came first.
 * @throws SessionFault that names the field; nothing has changed then
 */
export const updateSession = (session: LiveSession, update: SessionUpdate): void => {
  const { configRevision } = update;
  const { agreement } = session;
  const known = [agreement.revision, agreement.revision + 1];
  if (configRevision !== undefined && !known.includes(configRevision)) {
    throw new SessionFault('conflict', `the session is at revision ${agreement.revision}`, {
      param: 'config_revision',
    });
  }
  const before = session.config;
  const options = readOptions(before, update, session.auth.claims);
  if (before.privacy === 'features') requireNoVoiceScopes(options.consent);
  // Withdrawn it is with a pause, which stops the analysis.
  if (options.consent !== undefined) requireConsent(before.channels, options.consent.basis);
  // What a token claims stays above it, as above the hello.
  if (options.metadata !== before.metadata)
    options.metadata = { ...options.metadata, ...session.auth.claims.metadata };
  agreement.change(options, update.consent?.basis !== undefined);
  if (options.metadata !== before.metadata)
    session.turnRecorder?.describe({ before: before.metadata, after: options.metadata });
  const { features, outputs } = session.config;
  session.ingest.inference?.update({
    intervalMs: outputs.intervalMs,
    features,
    embeddings: coversTraining(session.config.consent?.scope),
  });
  followConsent(session, before);
  // Whoever asks for the call by its agent, and a relay that takes it up, should know.
  session.host.checkpointSoon(session);
  session.say([
    ...session.call.update(callOptions(session.config)),
    { kind: 'session.updated', value: { configRevision: agreement.revision } },
  ]);
};

/** A new or withdrawn consent changes which channels are analyzed, from the next sample on. */
const followConsent = (session: LiveSession, before: SessionConfig): void => {
  const { voices, ingest, config } = session;
  const [was, is] = [before.consent?.scope, config.consent?.scope];
  if (coversTraining(was) && !coversTraining(is)) session.turnRecorder?.withdrawTraining();
  const same =
    coversVoiceprint(was) === coversVoiceprint(is) && coversTellingApart(was) === coversTellingApart(is);
  if (same || voices === undefined || ingest.inference === undefined) return;
  ingest.inference = listen(session, voices.rewrap(ingest.inference, channelsOf(session)));
};
