import type { ClientMessage, SessionHello } from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { noticeWallet } from '../billing/wallet-notice.js';
import { openInference } from '../results/results.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { isStreaming } from '../../domain/live/session-state.js';
import { readHello } from '../../domain/live/session-hello.js';
import type { StoreRefusal } from '../../domain/live/stream-store.js';
import { isSessionId } from '../../domain/conversations/session-id.js';
import { isVerticalName } from '../../domain/call/verticals/verticals.js';
import { overloaded } from '../results/inference-capacity.js';
import { chooseModel } from './choose-model.js';
import { discardSession } from './discarding.js';
import { assertConversationOpen, joinConversation } from './joining.js';
import type { Link } from '../link.js';
import type { StreamDependencies } from '../ports.js';
import { sessionReady } from './ready.js';
import type { SessionHandles } from '../wires/wire.js';
import type { SessionRegistry } from '../registry.js';
import { hashHandle } from './resume-handle.js';
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

/**
 * The session that the token or the hello names, if any.
 * @throws SessionFault `forbidden` when they name different ones
 */
const namedSession = ({ auth, hello }: OpeningRequest): string | undefined => {
  if (auth.sessionId === undefined || hello.sessionId === undefined) return auth.sessionId ?? hello.sessionId;
  if (hello.sessionId === auth.sessionId) return auth.sessionId;
  throw new SessionFault('forbidden', 'the token names another session', { param: 'session_id' });
};

/**
 * The same for a resumed session. A token that was not bound to a given session uses the session of the
 * handle.
 */
export const resumedSession = (request: OpeningRequest): string | undefined =>
  request.auth.isNewSession === true ? request.hello.sessionId : namedSession(request);

const sessionIdFor = (request: OpeningRequest, deps: StreamDependencies): string => {
  const named = namedSession(request);
  if (named === undefined) return deps.ids.newId('ses');
  if (request.auth.sessionId !== undefined || isSessionId(named)) return named;
  throw new SessionFault(
    'validation_error',
    'session_id must be 1 to 128 characters of well-formed text, not "." or ".."',
    {
      param: 'session_id',
    },
  );
};

/** The store knows a stream as ready from its first checkpoint on, this process earlier. @throws SessionFault `conflict` */
const requireNotOpen = (held: LiveSession | undefined): void => {
  if (held === undefined || !isStreaming(held.state)) return;
  throw new SessionFault('conflict', 'the session has its stream: it is taken up with its handle', {
    param: 'session_id',
  });
};

/** Its worker may die while the store is waited for. A function, because TypeScript would remember that there was one. */
const hasWorker = ({ ingest }: LiveSession): boolean => ingest.inference !== undefined;

/** @throws SessionFault `ended_by_server` */
const requireNotEnded = ({ isOver }: LiveSession): void => {
  if (isOver) throw new SessionFault('ended_by_server', 'the session was ended over another route');
};

/**
 * Opens a new session: checks it, writes it to the store, gives it a worker, attaches it and sends
 * `session.ready`.
 * @throws SessionFault for any reason to refuse it
 */
export const openSession = async (
  context: OpeningContext,
  request: OpeningRequest,
): Promise<LiveSession | undefined> => {
  const { deps, registry, host } = context;
  const { auth, hello, link, message } = request;
  requireRoom(context);
  const { config, warnings } = readHello(hello, auth);
  const sessionId = sessionIdFor(request, deps);
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
  registry.add(session);
  await host.biller?.open(session);
  if (session.payments?.canStart === false) {
    const fault = new SessionFault('insufficient_credits', 'the wallet of this organization is empty');
    await discardSession(session, fault.code);
    throw fault;
  }
  await session.lineHearing.open();
  requireNotEnded(session);
  try {
    session.ingest.inference = openInference(session);
  } catch (error) {
    await discardSession(session, 'no_worker');
    throw error;
  }
  // Last, because a conversation that begins here stays, also without its stream.
  try {
    await joinConversation(session);
  } catch (error) {
    await discardSession(session, 'no_conversation');
    throw error;
  }
  requireNotEnded(session);
  if (!request.alive()) {
    await discardSession(session, 'client_gone');
    return undefined;
  }
  if (!hasWorker(session)) {
    await discardSession(session, 'no_worker');
    throw overloaded();
  }
  session.continuity.received(message.seq);
  session.attach(link);
  session.apply({ kind: 'opened' });
  deps.metrics.count('sessions_opened');
  session.outbox.cork(() => {
    const value = sessionReady(session, { resumeHandle, concurrentUsed: created.concurrentUsed });
    session.outbox.post({ kind: 'session.ready', value });
    for (const { code, message: text, detail } of warnings) session.warn(code, text, detail);
    warnOfQuota(session, created.concurrentUsed);
    noticeWallet(session);
  });
  return session;
};

/** From this share of the plan's streams on, a client hears that the next ones may be refused. */
const QUOTA_NEAR = 0.9;

const warnOfQuota = (session: LiveSession, used: number): void => {
  const { concurrentStreams } = session.auth.plan;
  if (used < QUOTA_NEAR * concurrentStreams) return;
  session.warn('quota_near', 'nearly all streams of the plan are open', {
    concurrent_used: String(used),
    concurrent_max: String(concurrentStreams),
  });
};
