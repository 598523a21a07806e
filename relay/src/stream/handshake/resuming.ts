import { LIMITS, type LostSpan, type ResumeRequest } from '@undertone/protocol';
import type { SessionChannel, SessionConfig } from '../../domain/live/session-config.js';
import type { ActivePauseReason } from '../../domain/live/session-state.js';
import type { ClaimOutcome } from '../../domain/live/stream-store.js';
import { sessionSnapshot } from '../observing/snapshot.js';
import { endSession } from '../lifetime/ending.js';
import { hasMoved } from '../lifetime/moved.js';
import { joinConversation } from './joining.js';
import { chooseModelAgain } from './choose-model.js';
import { openInference } from '../results/results.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { refused, requireRoom, type OpeningContext, type OpeningRequest } from './opening.js';
import { sessionReady } from './ready.js';
import { hashHandle } from './resume-handle.js';
import { resumedSession } from './session-name.js';
import { newStream, readSavedStream, type SavedStream } from '../lifetime/saved-stream.js';
import { LiveSession } from '../live-session.js';
import { endWithoutCredits, noticeWallet } from '../billing/wallet-notice.js';
import { defined } from '../../domain/defined.js';

const HANDLE_CHARS = 256;
/** The store frees a place 30 s after its renewal. With a socket, it is renewed at least every 10 s. */
const PLACE_KEPT_MS = 20_000;

/** The same answer for unknown, foreign and expired sessions. */
const notFound = (): SessionFault =>
  new SessionFault('session_not_found', 'there is no session to resume', { param: 'resume.handle' });

const superseded = (): SessionFault =>
  new SessionFault('session_superseded', 'the session was taken over by another connection');

/** A function, because TypeScript would remember the first check of the getter across an await. */
const isOver = (session: LiveSession): boolean => session.isOver;

/**
 * Gives a session to a new socket: the session of this process, or one that a stopped process left in the
 * store. Of one that has ended meanwhile, the socket is told the end.
 * @returns undefined when the socket has nothing more to wait for
 * @throws SessionFault `session_not_found` for every handle that opens nothing here
 */
export const resumeSession = async (
  context: OpeningContext,
  request: OpeningRequest,
  resume: ResumeRequest,
): Promise<LiveSession | undefined> => {
  const { registry, host } = context;
  const { auth } = request;
  if (resume.handle.length === 0 || resume.handle.length > HANDLE_CHARS) throw notFound();
  const handleHash = hashHandle(resume.handle);
  const held = registry.find(handleHash, auth.orgId, resumedSession(request));
  if (held !== undefined) {
    // Another attempt may have restored the session just now. Its money must be known first.
    await host.biller?.open(held);
    if (isOver(held)) throw notFound();
    const place = await regainPlace(held, request);
    if (!request.alive()) return undefined;
    if (isOver(held)) throw notFound();
    if (place === 'kept') {
      resumeHere(held, request, resume, registry.held(auth.orgId));
      return held;
    }
    held.supersede();
  }
  return restoreSession(context, request, resume, handleHash);
};

/**
 * A session without a socket keeps its place only for a while. After that it needs a place of the plan again. Its client may have
 * been on another relay meanwhile.
 * @returns `lost` when another relay has the session now
 * @throws SessionFault `concurrency_exceeded`: the session keeps waiting and can be resumed when another
 * stream has ended
 */
const regainPlace = async (session: LiveSession, { auth }: OpeningRequest): Promise<'kept' | 'lost'> => {
  const { state, now, orgId, id, epoch } = session;
  if (state.kind !== 'detached' || now - state.sinceMs < PLACE_KEPT_MS)
    return (await hasMoved(session)) ? 'lost' : 'kept';
  const outcome = await session.deps.store.regain({
    orgId,
    sessionId: id,
    generation: epoch,
    concurrentMax: auth.plan.concurrentStreams,
  });
  if (outcome.kind === 'refused') throw refused(outcome);
  return outcome.kind === 'held' ? 'kept' : 'lost';
};

const checkPositions = (resume: ResumeRequest, channels: readonly SessionChannel[]): void => {
  const { length } = resume.nextSample;
  if (length === 0 || length === channels.length) return;
  throw new SessionFault('validation_error', 'next_sample has one position per channel', {
    param: 'resume.next_sample',
  });
};

/**
 * The session is still in memory. Missed messages are sent again, and the audio continues where it was
 * received.
 */
const resumeHere = (
  session: LiveSession,
  request: OpeningRequest,
  resume: ResumeRequest,
  concurrentUsed: number,
): void => {
  const { link, message } = request;
  checkPositions(resume, session.config.channels);
  const { state } = session;
  const withdrawn = 'pause' in state && state.pause === 'consent_withdrawn';
  if (session.ingest.inference === undefined && !withdrawn) {
    session.rewind();
    session.ingest.inference = openInference(session);
  }
  const lost = declareLost(session, resume.nextSample);
  const former = session.link;
  if (former !== undefined) {
    session.outbox.detach();
    former.fail(superseded());
    session.deps.metrics.count('sessions_superseded');
  }
  session.authorize(request.auth);
  session.continuity.takeOver(message);
  session.outbox.acknowledge(resume.lastServerSeq);
  session.attach(link);
  session.apply({ kind: 'socket_attached' });
  expectReplay(session, message.audioPos);
  greet(session, resume, { lost, concurrentUsed });
};

/** Audio that the client no longer holds and the relay never got becomes a gap. */
const declareLost = (session: LiveSession, nextSamples: readonly number[]): LostSpan[] =>
  nextSamples.flatMap((nextSample, channel) => {
    const firstSample = session.ingest.clocks[channel]?.received ?? nextSample;
    if (nextSample <= firstSample) return [];
    session.ingest.declareLost(channel, nextSample, session.now);
    return [{ channel, firstSample, count: nextSample - firstSample }];
  });

/** Audio up to the current position of the client's microphone may come faster than real time. */
const expectReplay = (session: LiveSession, audioPos: number): void => {
  const firstRate = session.config.channels[0]?.sampleRate ?? 1;
  session.config.channels.forEach(({ sampleRate }, channel) => {
    session.ingest.expectReplay(channel, Math.floor((audioPos * sampleRate) / firstRate), session.now);
  });
};

/**
 * Restores the session from the store. Its audio continues where the client says that it has seen results.
 */
const restoreSession = async (
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
  { claimed }: FoundSession,
): Promise<void> => {
  await host.biller?.open(session);
  if (isOver(session)) throw superseded();
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
  if (session.link !== undefined || isOver(session)) {
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

interface Greeting {
  readonly lost: LostSpan[];
  readonly concurrentUsed: number;
}

const greet = (session: LiveSession, resume: ResumeRequest, { lost, concurrentUsed }: Greeting): void => {
  const { outbox } = session;
  session.deps.metrics.count('sessions_resumed');
  outbox.cork(() => {
    const value = sessionReady(session, { resumeHandle: resume.handle, concurrentUsed });
    outbox.post({ kind: 'session.ready', value });
    const { fromSeq, count, complete } = outbox.replay(resume.lastServerSeq);
    outbox.post({
      kind: 'resumed',
      value: { generation: session.continuity.generation, fromSeq, replayed: count, lost },
    });
    if (session.continuity.takeOwedSnapshot() || !complete) {
      outbox.post({ kind: 'snapshot', value: sessionSnapshot(session) });
    }
    outbox.sendReplay(resume.lastServerSeq);
    session.acknowledgements.acknowledgeAll();
    // What was told is told again by the replay, if that has all of it.
    if (!complete) session.told.renew();
    noticeWallet(session);
  });
  if (session.payments?.canStart === false) endWithoutCredits(session, session.payments.left.of);
};
