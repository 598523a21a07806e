import type { PauseReason } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';
import { flushAnalysis } from '../results/flush.js';
import { openInference } from '../results/results.js';
import type { LiveSession } from '../live-session.js';

/**
 * Stops the analysis. Earlier audio is still analyzed. The exception is a withdrawn consent: then audio
 * without a result gets none, and the worker's buffers are zeroed. A pause that is sent again is confirmed again.
 * @throws SessionFault `conflict` when the session is paused for another reason that forbids as much
 */
export const pauseAnalysis = (session: LiveSession, reason: PauseReason): void => {
  if (reason === 'unspecified') {
    throw new SessionFault(
      'validation_error',
      'reason must be hold, payment_data, consent_withdrawn or break',
      {
        param: 'reason',
      },
    );
  }
  const { ingest, state } = session;
  const atMs = session.audioMs;
  const confirm = (): void => {
    session.pageActivity.clear();
    session.say([...session.call.pause(atMs), { kind: 'paused', value: { reason, atMs } }]);
  };
  const isHeld = state.kind === 'paused' && state.pause === reason;
  // A consent that was given again in the pause can be withdrawn again.
  if (isHeld && !(reason === 'consent_withdrawn' && session.agreement.isConsentRenewed)) {
    session.steps.add(() => session.say([{ kind: 'paused', value: { reason, atMs } }]));
    return;
  }
  if (!isHeld && !session.apply({ kind: 'paused', pause: reason })) {
    throw new SessionFault('conflict', 'the session is paused already', { param: 'type' });
  }
  ingest.analyzing = false;
  session.host.checkpointSoon(session);
  if (reason === 'consent_withdrawn') {
    session.agreement.requireConsent();
    session.words.clear();
    ingest.inference?.close();
    ingest.abandon();
    session.paymentGate.clear();
    session.voices?.forgetAll();
    withdrawTraining(session);
    confirm();
    noteWithdrawal(session, atMs);
    return;
  }
  const flushed = flushAnalysis(session);
  session.steps.add(async () => {
    await flushed;
    confirm();
  });
};

/** A later consent to be analyzed does not restore the consent to training. */
const withdrawTraining = (session: LiveSession): void => {
  if (session.agreement.withdrawTraining()) session.turnRecorder?.withdrawTraining();
};

/** The analysis has stopped, even if this entry cannot be written. */
const noteWithdrawal = ({ deps, id, orgId }: LiveSession, atMs: number): void => {
  deps.noteWithdrawal?.({ orgId, sessionId: id, atMs }).catch((error: unknown) => {
    deps.log.error({ session: id, error: String(error) }, 'a withdrawn consent is not in the audit log');
  });
};

/**
 * Continues the analysis. The audio in between is a gap: the clock went on, but nothing was analyzed.
 * A resume that is sent again is confirmed again.
 * @throws SessionFault `policy_blocked` when a withdrawn consent was not given again
 */
export const resumeAnalysis = (session: LiveSession): void => {
  const { state, ingest } = session;
  if (state.kind === 'paused' && state.pause === 'consent_withdrawn' && !session.agreement.isConsentRenewed) {
    throw new SessionFault('policy_blocked', 'a new consent in session.update is needed first', {
      param: 'consent',
    });
  }
  if (state.kind !== 'paused') {
    const again = { atMs: session.audioMs, discardedMs: 0 };
    session.steps.add(() => session.say([{ kind: 'resumed_analysis', value: again }]));
    return;
  }
  const inference = ingest.inference ?? openInference(session);
  session.apply({ kind: 'resumed' });
  const discardedMs = ingest.resumeAnalysis(inference);
  const atMs = session.audioMs;
  session.audio.expectAudio();
  session.host.checkpointSoon(session);
  session.steps.add(() => session.say([{ kind: 'resumed_analysis', value: { atMs, discardedMs } }]));
};
