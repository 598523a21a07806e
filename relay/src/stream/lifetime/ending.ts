import { CLOSE, type Outcome, type SessionEnded, type Usage } from '@undertone/protocol';
import { paidMsOf } from '../../domain/billing/credits.js';
import { placeLastWords } from '../commands/words.js';
import { outOfCredits } from '../billing/out-of-credits.js';
import { settledWithin } from '../../concurrency/settled-within.js';
import type { CallSummary } from '../../domain/call/call-types.js';
import type { SessionFault } from '../../domain/live/session-fault.js';
import type { StreamEnding } from '../../domain/live/stream-store.js';
import type { LiveSession } from '../live-session.js';
import { defined } from '../../domain/defined.js';
import { hasMoved } from './moved.js';
import { WRITE_RETRIES_MS } from '../write-retries.js';

/**
 * The longest wait for the last results. After it the session ends without them. A stream whose results are 10 s late has ended
 * as overloaded, so whoever is still here gets all of them.
 */
const FINISH_TIMEOUT_MS = 11_000;
/**
 * The longest wait for the conversation to be stored. After it the end is sent without the last prediction.
 */
const CONVERSATION_TIMEOUT_MS = 2_000;
/**
 * The longest time that the client waits for the end to be written. A store that is away must not delay the
 * last messages.
 */
const FIRST_WRITE_TIMEOUT_MS = 1_000;

export interface EndRequest {
  /** Machine-readable, for the store and the log. */
  readonly code: string;
  /** For people; part of `session_end`. */
  readonly reason: string;
  /** Present when the client gets an error and a close code other than 1000. */
  readonly fault?: SessionFault;
  readonly outcome?: Outcome;
}

export const usageOf = ({ ingest, payments, progress }: LiveSession): Usage => {
  const answer = payments?.answer;
  return {
    receivedMs: Math.round(ingest.receivedMs),
    processedMs: Math.round(progress.processedMs),
    ...(payments !== undefined && { rate: payments.rate }),
    ...(answer !== undefined && {
      billedMs: paidMsOf(answer.chargedMicroCredits),
      balanceMs: paidMsOf(answer.balanceMicroCredits),
      microCredits: answer.chargedMicroCredits,
    }),
  };
};

/** A credit is a second. The exact amount is sent next to it. */

/**
 * Ends a session: the rest of the audio is analyzed, including the last partial chunk, then comes
 * `session_end`, then the close. Without a socket the same happens unseen. The second call does nothing.
 */
export const endSession = (session: LiveSession, request: EndRequest): void => {
  if (!session.apply({ kind: 'end_requested', code: request.code, reason: request.reason })) return;
  session.ingest.analyzing = false;
  if (session.turnRecorder !== undefined) session.turnRecorder.outcome = request.outcome;
  const finished = finishAnalysis(session);
  session.steps.add(async () => {
    await finished;
    session.payments?.close();
    await session.host.biller?.settle(session);
    // Another holder took over meanwhile and sends the remaining messages.
    if (isEnded(session)) return;
    // Before anything is told of the conversation: it goes on there.
    if (await hasMoved(session)) {
      session.supersede();
      return;
    }
    if (isEnded(session)) return;
    const summary = await closeConversation(session, request);
    if (isEnded(session)) return;
    const ended = summary && lastWord(session, request, summary);
    const { first, stored } = writeEnd(session, ended, request);
    // The place must be free before the client learns that the session is over, because it may start the next
    // one.
    // A deleted session has no row to write to; its client still learns why it ended.
    if ((await first) === 'fenced' && request.fault?.code !== 'ended_by_server') {
      session.supersede();
      return;
    }
    if (isEnded(session)) return;
    conclude(session, request, ended);
    await stored;
    await session.voices?.settle();
    await session.lineHearing.teach();
    // The client did not wait for a slow store. A relay that stops must wait, or the last turns are lost.
    await session.turnRecorder?.settled();
    session.apply({ kind: 'end_written' });
    session.dispose();
    session.deps.metrics.count('sessions_ended');
  });
};

const isEnded = ({ state }: LiveSession): boolean => state.kind === 'ended';

/** Resolves after the last result, or when there is no use in waiting. Never rejects. */
const finishAnalysis = (session: LiveSession): Promise<void> => {
  const { inference } = session.ingest;
  if (inference === undefined) return Promise.resolve();
  const finished = inference
    .finish()
    .catch((error: unknown) => {
      session.deps.log.warn({ session: session.id, error: String(error) }, 'the last results are missing');
    })
    .then(() => session.paymentGate.settled())
    .finally(() => session.paymentGate.clear());
  return settledWithin(finished, session.deps.timers, FINISH_TIMEOUT_MS).then((inTime) => {
    if (!inTime) session.warn('model_degraded', 'the last results took too long and are missing');
  });
};

/**
 * Sends the last turns and settles the conversation that all routes share, because its last prediction is
 * part of `session_end`. Never rejects.
 */
const closeConversation = async (
  session: LiveSession,
  { code }: EndRequest,
): Promise<CallSummary | undefined> => {
  const { call, deps, turnRecorder } = session;
  let summary: CallSummary;
  try {
    placeLastWords(session);
    session.say(call.end());
    session.voices?.lastRevisions();
    summary = call.summary();
  } catch (error) {
    deps.log.error({ session: session.id, error: String(error) }, 'a session ended without a summary');
    return undefined;
  }
  if (turnRecorder === undefined) return summary;
  turnRecorder.end(code, session.audio.endMs);
  await settledWithin(turnRecorder.settled(), deps.timers, CONVERSATION_TIMEOUT_MS);
  return summary;
};

const lastWord = (session: LiveSession, { reason }: EndRequest, summary: CallSummary): SessionEnded => {
  const predictions = session.turnRecorder?.latest;
  return {
    ...withFigures({ ...summary, durationS: session.audio.endMs / 1_000 }, session.turnRecorder),
    reason,
    usage: usageOf(session),
    ...defined({ predictions }),
  };
};

/**
 * The same figures as `GET /v1/sessions/{id}` and the event `session.end` answer (RT77). Of a conversation that is not settled in
 * time, the stream tells its own; not the peak of the risk and the change of valence, which it measures by moments and not by turns.
 */
const withFigures = (own: CallSummary, turnRecorder: LiveSession['turnRecorder']): CallSummary => {
  if (turnRecorder === undefined) return own;
  const { dominantEmotion, meanValence, meanArousal } = own.summary;
  const summary = defined({ dominantEmotion, meanValence, meanArousal });
  const { figures } = turnRecorder;
  if (figures === undefined) return { ...own, summary };
  return {
    ...own,
    durationS: figures.duration,
    utteranceCount: figures.utterance_count,
    finalEmotion: figures.final_emotion,
    emotionTrajectory: [...figures.emotion_trajectory],
    summary: {
      ...summary,
      dominantEmotion: figures.dominant_emotion,
      peakEscalationRisk: figures.peak_escalation_risk,
      sentimentChange: figures.sentiment_change,
    },
  };
};

/** Sends the last messages and closes. */
const conclude = (session: LiveSession, request: EndRequest, ended: SessionEnded | undefined): void => {
  if (ended !== undefined) {
    session.outbox.cork(() => {
      session.outbox.force();
      session.acknowledgements.acknowledgeAll();
      session.outbox.post({ kind: 'session_end', value: ended });
      session.outbox.force();
    });
  }
  // The session may stay until all of it is stored, but it has no client any more.
  const link = session.release();
  // A client that hung up with an empty wallet must learn why its last words have no result.
  const payer = session.payments?.exhaustedBy;
  const fault = request.fault ?? (payer === undefined ? undefined : outOfCredits(payer));
  if (fault !== undefined) link?.fail(fault);
  else link?.close(CLOSE.normal);
};

type WriteOutcome = 'ended' | 'fenced' | 'failed';

/**
 * Writes the end, and retries while the store is away. `first` resolves with the first attempt, or when that
 * takes too long for a client to wait. `stored` resolves when the end is written or a retry is useless.
 * Neither rejects.
 */
const writeEnd = (
  session: LiveSession,
  ended: SessionEnded | undefined,
  { code, outcome }: EndRequest,
): { first: Promise<WriteOutcome | 'late'>; stored: Promise<void> } => {
  if (ended === undefined) return { first: Promise.resolve('failed'), stored: Promise.resolve() };
  const ending: StreamEnding = {
    orgId: session.orgId,
    sessionId: session.id,
    generation: session.epoch,
    atMs: session.deps.clock.wallMs(),
    code,
    ended,
    corrections: session.corrections.all,
    ...defined({ outcome }),
  };
  const attempt = tryToEnd(session, ending);
  const first = settledWithin(attempt, session.deps.timers, FIRST_WRITE_TIMEOUT_MS).then((inTime) =>
    inTime ? attempt : ('late' as const),
  );
  return { first, stored: keepTrying(session, ending, attempt) };
};

const tryToEnd = async ({ deps, id }: LiveSession, ending: StreamEnding): Promise<WriteOutcome> => {
  try {
    return await deps.store.end(ending);
  } catch (error) {
    deps.log.warn({ session: id, error: String(error) }, 'the end of a session is written again');
    return 'failed';
  }
};

const keepTrying = async (
  session: LiveSession,
  ending: StreamEnding,
  attempt: Promise<WriteOutcome>,
): Promise<void> => {
  const { log, timers } = session.deps;
  let outcome = await attempt;
  for (const delayMs of WRITE_RETRIES_MS) {
    if (outcome !== 'failed') break;
    await new Promise<void>((resolve) => timers.after(delayMs, resolve));
    outcome = await tryToEnd(session, ending);
  }
  if (outcome === 'fenced')
    log.warn({ session: session.id }, 'another holder has the session; its end is theirs');
  if (outcome === 'failed') log.error({ session: session.id }, 'the end of a session could not be written');
};
