import type { ClientMessage, SessionHello } from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { openInference } from '../results/results.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { isStreaming } from '../../domain/live/session-state.js';
import { readHello } from '../../domain/live/session-hello.js';
import type { StoreRefusal } from '../../domain/live/stream-store.js';
import { isVerticalName } from '../../domain/call/verticals/verticals.js';
import { overloaded } from '../results/inference-capacity.js';
import { chooseModel } from './choose-model.js';
import { discardSession } from './discarding.js';
import { assertConversationOpen, joinConversation } from './joining.js';
import type { Link } from '../link.js';
import type { StreamDependencies } from '../ports.js';
import type { SessionHandles } from '../wires/wire.js';
import type { SessionRegistry } from '../registry.js';
import { hashHandle } from './resume-handle.js';
import { newSessionName } from './session-name.js';
import { welcome, type WelcomeNews } from './welcome.js';
import { LiveSession } from '../live-session.js';
import type { LiveSessionHost } from '../live-session-origin.js';
import { defined } from '../../domain/defined.js';

export interface OpeningContext {
  readonly deps: StreamDependencies;
  readonly registry: SessionRegistry;
  readonly host: LiveSessionHost;
}

export interface OpeningRequest {
  readonly auth: StreamAuth;
  readonly hello: SessionHello;
  readonly message: ClientMessage;
  readonly link: Link;
  /** Given where the client cannot keep a handle of ours. */
  readonly handles?: SessionHandles;
  /** Whether the socket is still there, because opening waits for the store. */
  readonly alive: () => boolean;
}

/** @throws SessionFault when this process already holds its maximum of sessions, or has no memory for one more */
export const requireRoom = ({ deps, registry }: OpeningContext): void => {
  if (registry.size < deps.maxSessions && deps.hasRoom?.() !== false) return;
  throw overloaded();
};

/** Turns a refusal of the store into a stream fault. */
export const refused = ({ code, message, retryAfterMs }: StoreRefusal): SessionFault =>
  new SessionFault(code, message, {
    ...(code === 'conflict' && { param: 'session_id' }),
    ...defined({ retryAfterMs }),
  });

/** The store knows a stream as ready from its first checkpoint on, this process earlier. @throws SessionFault `conflict` */
const requireNotOpen = (held: LiveSession | undefined): void => {
  if (held === undefined || !isStreaming(held.state)) return;
  throw new SessionFault('conflict', 'the session has its stream: it is taken up with its handle', {
    param: 'session_id',
  });
};

/** @throws SessionFault `ended_by_server` */
const requireNotEnded = ({ isOver }: LiveSession): void => {
  if (isOver) throw new SessionFault('ended_by_server', 'the session was ended over another route');
};

/**
 * Opens a new session: checks it, writes it to the store, gives it a worker, attaches it and sends
 * `session.ready`.
 * @returns undefined when its client has gone meanwhile
 * @throws SessionFault for any reason to refuse it
 */
export const openSession = async (
  context: OpeningContext,
  request: OpeningRequest,
): Promise<LiveSession | undefined> => {
  requireRoom(context);
  const { session, news } = await createSession(context, request);
  context.registry.add(session);
  await equip(session);
  requireNotEnded(session);
  if (!request.alive()) {
    await discardSession(session, 'client_gone');
    return undefined;
  }
  // It may have died while the conversation was waited for.
  if (session.ingest.inference === undefined) {
    await discardSession(session, 'no_worker');
    throw overloaded();
  }
  session.continuity.received(request.message.seq);
  session.attach(request.link);
  session.apply({ kind: 'opened' });
  context.deps.metrics.count('sessions_opened');
  welcome(session, news);
  return session;
};

interface CreatedSession {
  readonly session: LiveSession;
  readonly news: WelcomeNews;
}

/** Reads the hello and takes a place in the store. Until that is done, nothing has to be undone. */
const createSession = async (
  { deps, registry, host }: OpeningContext,
  request: OpeningRequest,
): Promise<CreatedSession> => {
  const { auth, hello, link } = request;
  const { config, warnings } = readHello(hello, auth);
  const sessionId = newSessionName(request, deps);
  requireNotOpen(registry.get(auth.orgId, sessionId));
  const usual = await assertConversationOpen(deps, auth.orgId, sessionId);
  // A hello and token without a vertical use the conversation's own, as an upload does.
  const named = hello.vertical ?? auth.claims.vertical;
  if (named === undefined && usual !== undefined && isVerticalName(usual)) config.vertical = usual;
  const model = await chooseModel(deps, auth.orgId, config);
  const resumeHandle = request.handles?.own ?? deps.ids.resumeHandle();
  const handleHash = hashHandle(resumeHandle);
  const startedAtMs = deps.clock.wallMs();
  const created = await deps.store.create({
    sessionId,
    handleHash,
    config,
    startedAtMs,
    orgId: auth.orgId,
    vertical: config.vertical,
    concurrentMax: auth.plan.concurrentStreams,
    ...defined({ keyId: auth.keyId, tokenId: auth.tokenId }),
  });
  if (created.kind === 'refused') throw refused(created);
  const session = new LiveSession(deps, host, {
    auth,
    config,
    handleHash,
    startedAtMs,
    id: sessionId,
    epoch: created.generation,
    ...defined({ model, trace: link.socket.trace }),
  });
  return { session, news: { warnings, resumeHandle, concurrentUsed: created.concurrentUsed } };
};

/** Gives a new session its money, its worker and its conversation. One that cannot have them is discarded. */
const equip = async (session: LiveSession): Promise<void> => {
  await session.host.biller?.open(session);
  if (session.payments?.canStart === false) {
    await discardSession(session, 'insufficient_credits');
    throw new SessionFault('insufficient_credits', 'the wallet of this organization is empty');
  }
  await session.lineHearing.open();
  requireNotEnded(session);
  await orDiscard(session, 'no_worker', () => {
    session.ingest.inference = openInference(session);
  });
  // Last, because a conversation that begins here stays, also without its stream.
  await orDiscard(session, 'no_conversation', () => joinConversation(session));
};

/** @param why for the log */
const orDiscard = async (
  session: LiveSession,
  why: string,
  attempt: () => void | Promise<void>,
): Promise<void> => {
  try {
    await attempt();
  } catch (error) {
    await discardSession(session, why);
    throw error;
  }
};
