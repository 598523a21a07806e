import type { PauseReason } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';
import { flushAnalysis } from '../results/flush.js';
import { openInference } from '../results/results.js';
import type { LiveSession } from '../live-session.js';

/**
 * Stops the analysis. Earlier audio is still analyzed. The exception is a withdrawn consent: then audio
 * without a result gets none, and the worker's buffers are zeroed.
 * @throws SessionFault when the session is paused already
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
  if (!session.apply({ kind: 'paused', pause: reason })) {
    throw new SessionFault('conflict', 'the session is paused already', { param: 'type' });
  }
  const { ingest } = session;
  const atMs = session.audioMs;
  ingest.analyzing = false;
  const confirm = (): void => {
    session.say([...session.call.pause(atMs), { kind: 'paused', value: { reason, atMs } }]);
  };
  if (reason === 'consent_withdrawn') {
    session.agreement.requireConsent();
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
 * @throws SessionFault when the session is not paused, or when a withdrawn consent was not given again
 */
export const resumeAnalysis = (session: LiveSession): void => {
  const { state, ingest } = session;
  if (state.kind === 'paused' && state.pause === 'consent_withdrawn' && !session.agreement.isConsentRenewed) {
    throw new SessionFault('policy_blocked', 'a new consent in session.update is needed first', {
      param: 'consent',
    });
  }
  if (state.kind !== 'paused') {
    throw new SessionFault('conflict', 'the session is not paused', { param: 'type' });
  }
  const inference = ingest.inference ?? openInference(session);
  session.apply({ kind: 'resumed' });
  const discardedMs = ingest.resumeAnalysis(inference);
  const atMs = session.audioMs;
  session.audio.expectAudio();
  session.steps.add(() => session.say([{ kind: 'resumed_analysis', value: { atMs, discardedMs } }]));
};
