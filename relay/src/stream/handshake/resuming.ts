import type { LostSpan, ResumeRequest } from '@undertone/protocol';
import { hasLeft } from '../lifetime/checkpointer.js';
import { hasMoved } from '../lifetime/moved.js';
import type { LiveSession } from '../live-session.js';
import { openInference } from '../results/results.js';
import { expectReplay, greet } from './greeting.js';
import { refused, type OpeningContext, type OpeningRequest } from './opening.js';
import { restoreSession } from './restoring.js';
import { hashHandle } from './resume-handle.js';
import { checkPositions, notFound, superseded } from './resume-refusals.js';
import { resumedSession } from './session-name.js';

const HANDLE_CHARS = 256;
/** The store frees a place 30 s after its renewal. With a socket, it is renewed at least every 10 s. */
const PLACE_KEPT_MS = 20_000;

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
    if (!request.alive()) {
      // A place that it got for this is given back.
      host.checkpointSoon(held);
      return undefined;
    }
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
 * A session without a socket keeps its place only for a while, and none whose client closed it itself. It needs a place of the plan
 * again then. Its client may have been on another relay meanwhile.
 * @returns `lost` when another relay has the session now
 * @throws SessionFault `concurrency_exceeded`: the session keeps waiting and can be resumed when another
 * stream has ended
 */
const regainPlace = async (session: LiveSession, { auth }: OpeningRequest): Promise<'kept' | 'lost'> => {
  const { state, now, orgId, id, epoch, deps, host } = session;
  if (state.kind !== 'detached' || (!hasLeft(session) && now - state.sinceMs < PLACE_KEPT_MS))
    return (await hasMoved(session)) ? 'lost' : 'kept';
  const outcome = await host.whileReturning(session, () =>
    deps.store.regain({
      orgId,
      sessionId: id,
      generation: epoch,
      concurrentMax: auth.plan.concurrentStreams,
    }),
  );
  if (outcome.kind === 'refused') throw refused(outcome);
  return outcome.kind === 'held' ? 'kept' : 'lost';
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
const declareLost = ({ ingest, now }: LiveSession, nextSamples: readonly number[]): LostSpan[] =>
  nextSamples.flatMap((nextSample, channel) => ingest.declareLost(channel, nextSample, now) ?? []);
