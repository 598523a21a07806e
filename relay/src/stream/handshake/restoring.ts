import { LIMITS, type ResumeRequest } from '@undertone/protocol';
import { defined } from '../../domain/defined.js';
import type { SessionConfig } from '../../domain/live/session-config.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { ActivePauseReason } from '../../domain/live/session-state.js';
import type { ClaimOutcome } from '../../domain/live/stream-store.js';
import { countPaidAlone } from '../billing/unsaved-use.js';
import { endSession } from '../lifetime/ending.js';
import { newStream, readSavedStream, type SavedStream } from '../lifetime/saved-stream.js';
import { LiveSession } from '../live-session.js';
import { openInference } from '../results/results.js';
import { chooseModelAgain } from './choose-model.js';
import { expectReplay, greet } from './greeting.js';
import { joinConversation } from './joining.js';
import { refused, requireRoom, type OpeningContext, type OpeningRequest } from './opening.js';
import { checkPositions, notFound, superseded } from './resume-refusals.js';
import { resumedSession } from './session-name.js';

/**
 * Restores the session from the store. Its audio continues where the client says that it has seen results.
 */
export const restoreSession = async (
  context: OpeningContext,
  request: OpeningRequest,
  resume: ResumeRequest,
  handleHash: string,
): Promise<LiveSession | undefined> => {
  const found = await claimSaved(context, request, resume, handleHash);
  if (found === undefined) return undefined;
  const session = rebuild(context, request, resume, found);
  await rejoin(context, session, found);
  return handOver(session, request, resume, found);
};

interface FoundSession {
  readonly claimed: Extract<ClaimOutcome, { kind: 'claimed' }>;
  readonly saved: SavedStream;
  readonly model: Awaited<ReturnType<typeof chooseModelAgain>>;
  readonly handleHash: string;
  /** How long ago the checkpoint was written. */
  readonly awayMs: number;
}

/**
 * Takes the session for this process, with its place of the plan.
 * @returns undefined when it has ended meanwhile and the socket was told so
 */
const claimSaved = async (
  context: OpeningContext,
  request: OpeningRequest,
  resume: ResumeRequest,
  handleHash: string,
): Promise<FoundSession | undefined> => {
  const { deps } = context;
  const { auth, link } = request;
  requireRoom(context);
  const nowMs = deps.clock.wallMs();
  const claimed = await deps.store.claim({
    handleHash,
    nowMs,
    orgId: auth.orgId,
    windowMs: LIMITS.resumeWindowMs,
    concurrentMax: auth.plan.concurrentStreams,
    ...defined({ sessionId: resumedSession(request) }),
  });
  if (claimed.kind === 'ended' && request.hello.resume !== undefined) {
    // Its link broke before it read this. Whoever only may continue another session opens one of its own.
    link.farewell(claimed.ended);
    return undefined;
  }
  if (claimed.kind === 'not_found' || claimed.kind === 'ended') throw notFound();
  if (claimed.kind === 'refused') throw refused(claimed);
  const { state, config } = claimed;
  const saved = state === undefined ? newStream(config as SessionConfig) : readSavedStream(state);
  if (saved === undefined) throw notFound();
  checkPositions(resume, saved.config.channels);
  const awayMs = Math.max(0, nowMs - claimed.checkpointAtMs);
  const model = await chooseModelAgain(deps, auth.orgId, saved.config);
  return { claimed, saved, model, handleHash, awayMs };
};

/**
 * Makes the session again as its checkpoint has it. It is held here from then on, without a socket. Waits for nothing, so
 * that another attempt cannot take the session over before its money is asked for.
 */
const rebuild = (
  { deps, registry, host }: OpeningContext,
  { auth, link }: OpeningRequest,
  resume: ResumeRequest,
  { claimed, saved, model, handleHash, awayMs }: FoundSession,
): LiveSession => {
  registry.get(auth.orgId, claimed.sessionId)?.supersede();
  let session: LiveSession;
  try {
    session = new LiveSession(deps, host, {
      auth,
      handleHash,
      id: claimed.sessionId,
      config: saved.config,
      epoch: claimed.generation,
      startedAtMs: claimed.startedAtMs,
      ...defined({ model, trace: link.socket.trace }),
      restored: { saved, startSamples: startSamples(saved, resume.nextSample, awayMs), aheadMs: awayMs },
    });
  } catch (error) {
    deps.log.error({ session: claimed.sessionId, error: String(error) }, 'a checkpoint could not be read');
    throw notFound();
  }
  // At once: its client may go while this waits and come back to a session that is held here.
  session.outbox.continueAfter(resume.lastServerSeq);
  registry.add(session);
  session.apply({ kind: 'opened' });
  if (saved.pause !== null) {
    session.apply({ kind: 'paused', pause: saved.pause });
    session.ingest.analyzing = false;
  }
  return session;
};

/** Finds its money, its conversation and what is known of its line again. @throws SessionFault when it is over meanwhile */
const rejoin = async (
  { host }: OpeningContext,
  session: LiveSession,
  { claimed, saved }: FoundSession,
): Promise<void> => {
  await host.biller?.open(session);
  if (session.isOver) throw superseded();
  countPaidAlone(session, saved);
  try {
    await joinConversation(session);
  } catch (error) {
    // Another route ended the conversation while no client was streaming.
    endSession(session, { code: 'ended_by_server', reason: 'the conversation is over' });
    throw error instanceof SessionFault && error.code === 'conflict' ? notFound() : error;
  }
  await session.lineHearing.open(claimed.heardLine);
};

/**
 * Gives the session to the socket and greets it. It waits for nothing between its checks and the greeting, so that no other
 * attempt can take the session in between.
 */
const handOver = (
  session: LiveSession,
  request: OpeningRequest,
  resume: ResumeRequest,
  { claimed, saved }: FoundSession,
): LiveSession | undefined => {
  const { link, message } = request;
  if (session.link !== undefined || session.isOver) {
    throw superseded();
  }
  try {
    if (saved.pause !== 'consent_withdrawn') session.ingest.inference = openInference(session);
  } catch (error) {
    session.lost(0);
    throw error;
  }
  if (!request.alive()) {
    session.lost(0);
    return undefined;
  }
  if (saved.pause !== null) confirmPause(session, saved.pause);
  session.continuity.takeOver(message);
  session.attach(link);
  expectReplay(session, message.audioPos);
  greet(session, resume, { lost: [], concurrentUsed: claimed.concurrentUsed });
  return session;
};

/** Its last relay may have died before the pause was confirmed, with the turn that it cut off still open. */
const confirmPause = (session: LiveSession, reason: ActivePauseReason): void => {
  const atMs = session.audioMs;
  session.say([...session.call.pause(atMs), { kind: 'paused', value: { reason, atMs } }]);
};

/**
 * Where the audio continues after a restart. The client decides, because it knows which results it has seen.
 * But the position is limited by the length of the client's ring and by the time since the checkpoint.
 */
const startSamples = (saved: SavedStream, nextSamples: readonly number[], awayMs: number): number[] =>
  saved.config.channels.map(({ sampleRate }, channel) => {
    const analysed = saved.analysed[channel] ?? 0;
    const wanted = nextSamples[channel] ?? analysed;
    const earliest = analysed - (LIMITS.clientRingMs * sampleRate) / 1_000;
    const latest = analysed + ((awayMs + LIMITS.clientRingMs) * sampleRate) / 1_000;
    return Math.max(0, Math.floor(Math.min(Math.max(wanted, earliest), latest)));
  });
