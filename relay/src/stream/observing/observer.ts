import {
  CLOSE,
  LIMITS,
  type ClientBody,
  type ObserveSubscribe,
  type ObserveUnsubscribe,
} from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { invalidField, SessionFault } from '../../domain/live/session-fault.js';
import { isStreaming } from '../../domain/live/session-state.js';
import type { Said } from '../wires/wire.js';
import { errorMessage, type Link } from '../link.js';
import type { StreamDependencies } from '../ports.js';
import type { SessionRegistry } from '../registry.js';
import type { LiveSession } from '../live-session.js';
import { isObservableKind, OBSERVABLE_KINDS } from './observable.js';
import { ObserverOutbox } from './observer-outbox.js';
import type { FeedEnd } from './session-feed.js';
import { Subscription, type SubscriptionFilter } from './subscription.js';

/** The most sessions that one stream observes: enough for a supervisor's wall of screens. */
export const MAX_OBSERVED = 20;
/** An observing stream without a subscription is closed after this time. */
const IDLE_MS = LIMITS.idleCloseMs;
/** A reader that frees no space for this long holds messages that are no longer useful. */
const TOO_SLOW_MS = 20_000;
const ELSEWHERE_RETRY_MS = 2_000;
const ID_CHARS = 128;
const ROLE_CHARS = 64;
const RATE_HZ = { min: 0.1, max: 50 };

/** The same answer for unknown and ended sessions, and for those of another organization. */
const notFound = (param: string): SessionFault =>
  new SessionFault('session_not_found', 'there is no such live session', { param });

/**
 * One observing stream. It observes sessions of its organization and does nothing else: no audio, no
 * configuration, no payment. The observed clients are told about it.
 */
export class Observer {
  private readonly outbox: ObserverOutbox;
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly role: string;
  private clientSeq = 0;
  /** Sessions that the store is asked for: a client that asks for many must not fill its queue. */
  private lookUps = 0;
  private readonly startedMs: number;
  private idleSinceMs: number;
  private over = false;

  constructor(
    private readonly deps: StreamDependencies,
    private readonly registry: SessionRegistry,
    private readonly auth: StreamAuth,
    private readonly link: Link,
  ) {
    const now = (): number => deps.clock.monotonicMs();
    this.startedMs = now();
    this.idleSinceMs = this.startedMs;
    this.role = (auth.claims.metadata?.['role'] ?? 'observer').slice(0, ROLE_CHARS);
    this.outbox = new ObserverOutbox({
      now,
      socket: link.socket,
      codec: link.codec,
      metrics: deps.metrics,
      ack: () => this.clientSeq,
      tooSlow: () =>
        this.fail(new SessionFault('client_too_slow', 'the observer does not read what it is sent')),
    });
    deps.metrics.count('observers_opened');
  }

  /** @throws SessionFault when the stream has to end */
  receive(incoming: Said): void {
    if (incoming.kind === 'samples') throw onlyObserves('audio');
    const { seq, body } = incoming.message;
    this.clientSeq = Math.max(this.clientSeq, seq);
    if (body === undefined) {
      this.deps.metrics.count('messages_unknown');
      return;
    }
    if (body.kind === 'audio' || body.kind === 'audio.gap') throw onlyObserves(body.kind);
    try {
      this.obey(body);
    } catch (error) {
      if (!(error instanceof SessionFault)) throw error;
      this.complain(error, seq);
    }
  }

  drained(): void {
    this.outbox.drained();
  }

  tick(nowMs: number): void {
    const { congestedSince } = this.outbox;
    if (congestedSince !== undefined && nowMs - congestedSince >= TOO_SLOW_MS) {
      this.fail(new SessionFault('client_too_slow', 'the observer does not read what it is sent'));
      return;
    }
    const mostMs = (this.auth.claims.maxSessionS ?? LIMITS.maxSessionS) * 1_000;
    if (nowMs - this.startedMs >= mostMs) {
      this.fail(new SessionFault('max_duration', 'the stream has reached its longest duration'));
    } else if (this.subscriptions.size === 0 && nowMs - this.idleSinceMs >= IDLE_MS) {
      this.fail(new SessionFault('idle_timeout', 'nothing was observed for too long'));
    }
  }

  goAway(deadlineMs: number): void {
    const value = { reason: 'deploy' as const, deadlineMs, resume: true, retryAfterMs: 0 };
    this.outbox.post({ body: { kind: 'go_away', value } });
  }

  /** The connection is about to close: waiting messages still leave. */
  closed(): void {
    if (!this.over) this.outbox.flush();
    this.gone();
  }

  /** The socket is gone: ends every observation. */
  gone(): void {
    if (this.over) return;
    this.over = true;
    this.outbox.close();
    for (const subscription of this.subscriptions.values()) subscription.leave();
    this.subscriptions.clear();
  }

  complain(fault: SessionFault, refSeq?: number, about: { observed?: string; relay?: string } = {}): void {
    const { observed, relay } = about;
    const value = { ...errorMessage(fault, false, refSeq), ...(relay !== undefined && { relay }) };
    this.outbox.post({ body: { kind: 'error', value }, ...(observed !== undefined && { observed }) });
  }

  private fail(fault: SessionFault): void {
    this.closed();
    this.link.fail(fault);
  }

  private obey(body: Exclude<ClientBody, { kind: 'audio' | 'audio.gap' }>): void {
    switch (body.kind) {
      case 'observe.subscribe':
        this.subscribe(body.value);
        return;
      case 'observe.unsubscribe':
        this.unsubscribe(body.value);
        return;
      case 'ping': {
        const { tUs } = body.value;
        const serverTUs = Math.round(this.deps.clock.wallMs() * 1_000);
        this.outbox.post({
          body: { kind: 'pong', value: { serverTUs, ...(tUs !== undefined && { tUs }) } },
        });
        return;
      }
      case 'audio.source':
      case 'auth.refresh':
      case 'correction':
      case 'enroll_agent':
      case 'features':
      case 'flush':
      case 'pause':
      case 'prosody.frames':
      case 'resume':
      case 'session.end':
      case 'session.hello':
      case 'session.update':
      case 'steering.feedback':
      case 'transcript':
      case 'turn.force_end':
      case 'vad':
        throw onlyObserves(body.kind);
    }
  }

  private subscribe(wanted: ObserveSubscribe): void {
    const ids = this.idsOf(wanted);
    const filter = filterOf(wanted);
    const { fromSeq } = wanted;
    if (fromSeq !== undefined && ids.length > 1)
      throw invalidField('from_seq', 'left out with several sessions');
    const fresh = ids.filter((id) => !this.subscriptions.has(id));
    if (this.subscriptions.size + this.lookUps + fresh.length > MAX_OBSERVED) {
      throw invalidField('session_ids', `at most ${MAX_OBSERVED} sessions on one stream`);
    }
    // Each session separately: one that cannot be observed does not affect the others.
    ids.forEach((id, index) => {
      const param = `session_ids[${index}]`;
      try {
        this.watch(id, param, filter, fromSeq);
      } catch (error) {
        if (!(error instanceof SessionFault)) throw error;
        this.complain(error, this.clientSeq, { observed: id });
      }
    });
  }

  private watch(id: string, param: string, filter: SubscriptionFilter, fromSeq: number | undefined): void {
    const { sessionId, orgId } = this.auth;
    if (sessionId !== undefined && sessionId !== id) {
      throw new SessionFault('forbidden', 'the token names another session', { param });
    }
    const session = this.registry.get(orgId, id);
    if (session === undefined || !isStreaming(session.state)) this.lookElsewhere(id, param, this.clientSeq);
    else this.begin(session, filter, fromSeq);
  }

  private begin(session: LiveSession, filter: SubscriptionFilter, fromSeq: number | undefined): void {
    const known = this.subscriptions.get(session.id);
    if (known !== undefined && known.session !== session) known.leave();
    const subscription =
      known !== undefined && known.session === session
        ? known
        : new Subscription(session, filter, {
            role: this.role,
            post: (message) => this.outbox.post(message),
            over: (ended, end, told) => this.lost(ended, end, told),
          });
    subscription.begin(filter, fromSeq);
    this.subscriptions.set(session.id, subscription);
    if (subscription !== known) this.note(session.id);
  }

  /** The observation continues even if this cannot be written, because the observed client knows about it. */
  private note(sessionId: string): void {
    const { deps, auth, role } = this;
    deps
      .noteObservation?.({ orgId: auth.orgId, sessionId, role, keyId: auth.keyId })
      .catch((error: unknown) => {
        deps.log.error({ session: sessionId, error: String(error) }, 'an observer is not in the audit log');
      });
  }

  private unsubscribe({ sessionIds }: ObserveUnsubscribe): void {
    const ids = sessionIds.length === 0 ? [...this.subscriptions.keys()] : sessionIds;
    ids.forEach((id, index) => {
      const subscription = this.subscriptions.get(id);
      if (subscription === undefined) throw notFound(`session_ids[${index}]`);
      this.subscriptions.delete(id);
      subscription.leave();
    });
    if (this.subscriptions.size === 0) this.idleSinceMs = this.deps.clock.monotonicMs();
  }

  /** An empty list means the session that the token names. */
  private idsOf({ sessionIds }: ObserveSubscribe): readonly string[] {
    const { sessionId } = this.auth;
    const ids = sessionIds.length === 0 && sessionId !== undefined ? [sessionId] : [...new Set(sessionIds)];
    if (ids.length === 0) throw invalidField('session_ids', 'one or more session ids');
    const wrong = ids.findIndex((id) => id.length === 0 || id.length > ID_CHARS);
    if (wrong >= 0)
      throw invalidField(`session_ids[${wrong}]`, `a session id of at most ${ID_CHARS} characters`);
    return ids;
  }

  /**
   * The session is not in this process. If the store says that another relay has it, the observer gets its
   * address.
   */
  private lookElsewhere(sessionId: string, param: string, refSeq: number): void {
    const { deps, auth } = this;
    this.lookUps += 1;
    const found = deps.store.locate({ orgId: auth.orgId, sessionId }).finally(() => {
      this.lookUps -= 1;
    });
    found.then(
      (place) => {
        if (this.over) return;
        if (place === undefined) {
          this.complain(notFound(param), refSeq, { observed: sessionId });
          return;
        }
        this.tellElsewhere(sessionId, param, place.relay, refSeq);
      },
      (error: unknown) => {
        deps.log.warn({ error: String(error) }, 'it could not be asked where a session is');
        const fault = new SessionFault('overloaded', 'the session could not be looked up now', {
          param,
          retryAfterMs: ELSEWHERE_RETRY_MS,
        });
        this.complain(fault, refSeq, { observed: sessionId });
      },
    );
  }

  private tellElsewhere(
    sessionId: string,
    param: string | undefined,
    relay: string | undefined,
    refSeq?: number,
  ): void {
    const fault = new SessionFault('session_elsewhere', 'another relay holds this session', {
      retryAfterMs: ELSEWHERE_RETRY_MS,
      ...(param !== undefined && { param }),
    });
    // A relay that restarted under its old address no longer holds its earlier sessions.
    const known = relay !== undefined && relay !== this.deps.relayUrl;
    this.complain(fault, refSeq, { observed: sessionId, ...(known && { relay }) });
  }

  /** An observed session is over, or continues at another relay. */
  private lost(subscription: Subscription, end: FeedEnd, told: boolean): void {
    const { id } = subscription.session;
    this.subscriptions.delete(id);
    this.idleSinceMs = this.deps.clock.monotonicMs();
    if (end === 'elsewhere') {
      this.tellElsewhere(id, undefined, undefined);
    } else if (!told) {
      const fault = new SessionFault('ended_by_server', 'the session ended without a summary');
      this.complain(fault, undefined, { observed: id });
    }
    if (end === 'ended' && this.auth.sessionId === id) {
      this.closed();
      this.link.close(CLOSE.normal);
    }
  }
}

const onlyObserves = (what: string): SessionFault =>
  new SessionFault('forbidden', `an observing stream only observes: ${what} is not taken`, { param: 'type' });

const filterOf = ({ kinds, maxRateHz }: ObserveSubscribe): SubscriptionFilter => {
  kinds.forEach((kind, index) => {
    if (!isObservableKind(kind))
      throw invalidField(`kinds[${index}]`, `one of ${OBSERVABLE_KINDS.join(', ')}`);
  });
  if (maxRateHz !== undefined && !(maxRateHz >= RATE_HZ.min && maxRateHz <= RATE_HZ.max)) {
    throw invalidField('max_rate_hz', `from ${RATE_HZ.min} to ${RATE_HZ.max}`);
  }
  return {
    kinds: kinds.length === 0 ? undefined : new Set(kinds),
    leastMs: maxRateHz === undefined ? 0 : 1_000 / maxRateHz,
  };
};
