import type { ErrorMessage, ServerMessage } from '@undertone/protocol';
import type { Cancel, Scheduler } from '../common/scheduler.js';
import { RelayError, UsageError, type UndertoneError } from '../common/undertone-error.js';
import { MAX_OBSERVED, checkSessionId, type ObserveOptions } from './observe-options.js';
import { ObservedSession } from './observed-session.js';
import type { ObserverLink } from './observer-link.js';

/** Used when the relay does not say how long to wait. */
const RETRY_MS = 2_000;

/** What an observer needs besides its options. It is injected so that a test can play the relay. */
export interface SessionObserverParts {
  readonly scheduler: Scheduler;
  /** @param observer receives the messages of the connection */
  readonly createLink: (observer: SessionObserver) => ObserverLink;
}

/**
 * Watches live sessions of the organization over one connection. {@link observe} makes it. The relay tells the watched people.
 * After a broken connection it reconnects. It continues where it stopped, if the relay still has the missed messages.
 */
export class SessionObserver {
  private readonly sessions = new Map<string, ObservedSession>();
  private readonly retries = new Map<string, Cancel>();
  private readonly link: ObserverLink;
  private over = false;

  /** @internal */
  constructor(
    private readonly options: Pick<ObserveOptions, 'kinds' | 'maxRateHz'>,
    private readonly parts: SessionObserverParts,
  ) {
    this.link = parts.createLink(this);
  }

  /**
   * Watches a session. Returns the same object when it is already watched. The session fails with `session_not_found` when no
   * such session is live, and with `session_elsewhere` when another relay holds it (`details.relay` names it, if known).
   *
   * @throws UsageError `invalid_option`; `invalid_state` after {@link dispose}, or when too many sessions are watched
   */
  watch(sessionId: string): ObservedSession {
    const id = checkSessionId(sessionId);
    if (this.over) throw new UsageError('invalid_state', 'the observer was disposed');
    const known = this.sessions.get(id);
    if (known !== undefined) return known;
    if (this.sessions.size >= MAX_OBSERVED) {
      throw new UsageError('invalid_state', `an observer watches at most ${MAX_OBSERVED} sessions`);
    }
    const session = new ObservedSession(id, { stop: (stopped) => this.stop(stopped) });
    this.sessions.set(id, session);
    if (this.link.isOpen) this.subscribe(session);
    else this.link.open();
    return session;
  }

  /** Stops watching everything and closes the connection. May be called more than once. */
  dispose(): void {
    if (this.over) return;
    this.over = true;
    this.link.close();
    this.forEach((session) => session.end('disposed'));
  }

  // ------------------------------------------------------------------------ for the link

  /** @internal */
  opened(): void {
    for (const session of this.sessions.values()) this.subscribe(session);
  }

  /** @internal */
  received({ body, observed, position }: ServerMessage): void {
    if (body === undefined) return;
    const session = observed === undefined ? undefined : this.sessions.get(observed);
    if (session === undefined) return;
    if (body.kind === 'error') {
      this.refused(session, body.value);
      return;
    }
    session.take(body, position);
    if (body.kind === 'session_end') this.forget(session);
  }

  /** @internal */
  away(attempt: number, delayMs: number, reason: string): void {
    for (const cancel of this.retries.values()) cancel();
    this.retries.clear();
    for (const session of this.sessions.values()) session.away(attempt, delayMs, reason);
  }

  /** @internal */
  ended(error: UndertoneError | undefined, reason: string): void {
    this.over = true;
    this.forEach((session) => {
      if (error === undefined) session.end(reason);
      else session.fail(error);
    });
  }

  private subscribe(session: ObservedSession): void {
    const { kinds = [], maxRateHz } = this.options;
    const { id, position } = session;
    this.link.send({
      kind: 'observe.subscribe',
      value: {
        sessionIds: [id],
        kinds: [...kinds],
        ...(maxRateHz !== undefined && { maxRateHz }),
        ...(position !== undefined && { fromSeq: position + 1 }),
      },
    });
  }

  private stop(session: ObservedSession): void {
    if (this.sessions.get(session.id) !== session) return;
    this.link.send({ kind: 'observe.unsubscribe', value: { sessionIds: [session.id] } });
    this.forget(session);
  }

  private refused(session: ObservedSession, error: ErrorMessage): void {
    const { code, message, retryable, retryAfterMs = RETRY_MS, relay } = error;
    // When the address of the other relay is known, this relay will not accept a retry.
    if (retryable && relay === undefined) {
      session.complain(error);
      this.retries.get(session.id)?.();
      this.retries.set(
        session.id,
        this.parts.scheduler.after(retryAfterMs, () => this.subscribe(session)),
      );
      return;
    }
    this.forget(session);
    session.fail(new RelayError(code, message, { retryable, details: relay === undefined ? {} : { relay } }));
  }

  private forget(session: ObservedSession): void {
    this.sessions.delete(session.id);
    this.retries.get(session.id)?.();
    this.retries.delete(session.id);
    if (this.sessions.size === 0) this.link.rest();
  }

  private forEach(tell: (session: ObservedSession) => void): void {
    for (const session of [...this.sessions.values()]) {
      this.forget(session);
      tell(session);
    }
  }
}
