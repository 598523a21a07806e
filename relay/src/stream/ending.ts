import { CLOSE, type Outcome, type SessionEnded, type Usage } from '@undertone/protocol';
import { MICRO_CREDITS_PER_CREDIT } from '../domain/billing/credits.js';
import { outOfCredits } from './wallet-notice.js';
import type { ConversationSummary } from '../domain/conversation-types.js';
import type { SessionFault } from '../domain/session-fault.js';
import type { SessionEnding } from '../domain/session-store.js';
import type { Session } from './session.js';

/** How long the last results may take before a session ends without them. */
const FINISH_TIMEOUT_MS = 5_000;
/** How long the end waits for the conversation to be stored; later it is told without its last prediction. */
const CONVERSATION_TIMEOUT_MS = 2_000;
/** Between attempts to write the end; after the last one the row expires by its own lease. */
const WRITE_RETRIES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

export interface EndRequest {
  /** Machine-readable, for the store and the log. */
  readonly code: string;
  /** For people; part of `session_end`. */
  readonly reason: string;
  /** Present when the client is told by an error and a close other than 1000. */
  readonly fault?: SessionFault;
  readonly outcome?: Outcome;
}

export function usageOf(session: Session): Usage {
  const answer = session.meter?.answer;
  return {
    receivedMs: Math.round(session.ingest.receivedMs),
    processedMs: Math.round(session.processedMs),
    ...(answer !== undefined && {
      billedMs: msOf(answer.chargedMicroCredits),
      balanceMs: msOf(answer.balanceMicroCredits),
      microCredits: answer.chargedMicroCredits,
    }),
  };
}

/** A credit is a second; the exact amount stands beside it. */
const msOf = (microCredits: number): number => Math.round((microCredits * 1_000) / MICRO_CREDITS_PER_CREDIT);

/**
 * Ends a session: the rest of the audio is analysed, the last partial chunk too, then `session_end`, then the close.
 * Without a socket the same happens unseen. The second call does nothing.
 */
export function endSession(session: Session, request: EndRequest): void {
  if (!session.apply({ kind: 'end_requested', code: request.code, reason: request.reason })) return;
  session.ingest.analysing = false;
  if (session.observer !== undefined) session.observer.outcome = request.outcome;
  const finished = finishAnalysis(session);
  session.steps.add(async () => {
    await finished;
    session.meter?.close();
    await session.host.billing?.settle(session);
    // Taken over meanwhile: what is left to say is the new holder's.
    if (isEnded(session)) return;
    const summary = await closeConversation(session, request);
    if (isEnded(session)) return;
    const ended = conclude(session, request, summary);
    if (ended !== undefined) await writeEnd(session, ended, request);
    session.apply({ kind: 'end_written' });
    session.dispose();
    session.deps.metrics.count('sessions_ended');
  });
}

const isEnded = ({ state }: Session): boolean => state.kind === 'ended';

/** Resolves after the last result, or when waiting has become pointless. Never rejects. */
function finishAnalysis(session: Session): Promise<void> {
  const { inference } = session.ingest;
  if (inference === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = session.deps.timers.after(FINISH_TIMEOUT_MS, () => {
      session.warn('model_degraded', 'the last results took too long and are missing');
      resolve();
    });
    void inference
      .finish()
      .catch((error: unknown) => {
        session.deps.log.warn({ session: session.id, error: String(error) }, 'the last results are missing');
      })
      .then(() => session.gate.settled())
      .finally(() => {
        cancel();
        session.gate.clear();
        resolve();
      });
  });
}

/**
 * Says the last turns, and settles the conversation that all routes share: what is expected at its end is part of
 * `session_end`. Never rejects.
 */
async function closeConversation(
  session: Session,
  { code }: EndRequest,
): Promise<ConversationSummary | undefined> {
  const { conversation, deps, observer } = session;
  let summary: ConversationSummary;
  try {
    const end = conversation.end();
    session.say(end.messages);
    ({ summary } = end);
  } catch (error) {
    deps.log.error({ session: session.id, error: String(error) }, 'a session ended without a summary');
    return undefined;
  }
  if (observer === undefined) return summary;
  observer.end(code, session.audioMs);
  await new Promise<void>((resolve) => {
    const cancel = deps.timers.after(CONVERSATION_TIMEOUT_MS, resolve);
    void observer.settled().finally(() => {
      cancel();
      resolve();
    });
  });
  return summary;
}

/** Says the last things and closes. @returns what was said, or undefined when there is nothing to say */
function conclude(
  session: Session,
  request: EndRequest,
  summary: ConversationSummary | undefined,
): SessionEnded | undefined {
  let ended: SessionEnded | undefined;
  if (summary !== undefined) {
    const predictions = session.observer?.latest;
    const value: SessionEnded = {
      ...summary,
      reason: request.reason,
      usage: usageOf(session),
      ...(predictions !== undefined && { predictions }),
    };
    session.outbox.cork(() => {
      session.outbox.force();
      session.config.channels.forEach((_, channel) => session.acknowledge(channel));
      session.outbox.post({ kind: 'session_end', value });
      session.outbox.force();
    });
    ended = value;
  }
  const { link } = session;
  session.link = undefined;
  // A client that hung up on an empty wallet is told why its last words have no result.
  const fault = request.fault ?? (session.meter?.exhausted === true ? outOfCredits() : undefined);
  if (fault !== undefined) link?.fail(fault);
  else link?.close(CLOSE.normal);
  return ended;
}

/** Resolves when the end is in the store, or when trying on is pointless. Never rejects. */
async function writeEnd(session: Session, ended: SessionEnded, { code, outcome }: EndRequest): Promise<void> {
  const ending: SessionEnding = {
    orgId: session.orgId,
    sessionId: session.id,
    generation: session.epoch,
    atMs: session.deps.clock.wallMs(),
    code,
    ended,
    corrections: session.corrections,
    ...(outcome !== undefined && { outcome }),
  };
  const { log, store, timers } = session.deps;
  for (const delayMs of [...WRITE_RETRIES_MS, undefined]) {
    try {
      const written = await store.end(ending);
      if (written === 'fenced')
        log.warn({ session: session.id }, 'another holder has the session; its end is theirs');
      return;
    } catch (error) {
      const fields = { session: session.id, error: String(error) };
      if (delayMs === undefined) log.error(fields, 'the end of a session could not be written');
      else {
        log.warn(fields, 'the end of a session is written again');
        await new Promise<void>((resolve) => timers.after(delayMs, resolve));
      }
    }
  }
}
