import type { ErrorMessage, ServerBody, Snapshot, Subject } from '@undertone/protocol';
import type { Cancel } from '../common/scheduler.js';
import { RelayError, type UndertoneError } from '../common/undertone-error.js';
import { Emitter } from '../session/emitter.js';
import { emitServerMessage } from '../session/server-events.js';
import type { SessionEvents } from '../session/session-events.js';
import { isTerminal, type SessionState } from '../session/session-state.js';

/** One channel of a watched session. */
export interface ObservedChannel {
  /** The name that the page gave it. */
  readonly id: string;
  /** Who speaks on it. */
  readonly subject: Subject;
}

/** What an observed session needs from the connection that watches it. */
export interface ObservedSessionHost {
  /** The session is no longer watched. */
  stop(session: ObservedSession): void;
}

/**
 * A session that another page streams, as an observer sees it. It has the same events as the page's own session, but cannot
 * change anything. It can be set as `session` of `<undertone-panel>`. {@link SessionObserver.watch} makes it.
 *
 * The first event is a `snapshot` of everything before it. The events after it are complete and in order. A newer snapshot
 * replaces the state: after a long time without connection, and when the watched page leaves or returns.
 */
export class ObservedSession {
  /** An observer cannot answer or change anything. */
  readonly readOnly = true;
  private current: SessionState = { kind: 'connecting', attempt: 0 };
  private readonly events = new Emitter<SessionEvents>();
  private newest: Snapshot | undefined;
  /** Position of the newest message among those that the session sends its observers; undefined before the first one. */
  position: number | undefined;

  constructor(
    /** The session's id. */
    readonly id: string,
    private readonly host: ObservedSessionHost,
  ) {}

  /** The state: `connecting`, `live`, `paused`, `reconnecting` (the connection or the watched page is away), `ended`, `failed`. */
  get state(): SessionState {
    return this.current;
  }

  /** The newest snapshot. A panel that is attached later starts from it. */
  get snapshot(): Snapshot | undefined {
    return this.newest;
  }

  /** The channels, known after the first snapshot. */
  get channels(): readonly ObservedChannel[] | undefined {
    return this.newest?.channels.map(({ id = '', subject = 'customer' }) => ({ id, subject }));
  }

  /** Adds a listener for events that come from the relay. @returns a function that removes it */
  on<Type extends keyof SessionEvents>(type: Type, listener: (event: SessionEvents[Type]) => void): Cancel {
    return this.events.on(type, listener);
  }

  /** Does nothing, because observers do not answer cues. It exists so that a panel can show this session. */
  sendFeedback(): void {
    // Only the watched agent answers.
  }

  /** Stops watching. The session itself continues. */
  stop(): void {
    this.host.stop(this);
    this.end('stopped');
  }

  // ------------------------------------------------------------------------ for the connection that watches

  /** @internal */
  take(body: ServerBody, position: number | undefined): void {
    if (isTerminal(this.current)) return;
    if (position !== undefined) this.position = position;
    emitServerMessage(this.events, body);
    switch (body.kind) {
      case 'snapshot':
        this.newest = body.value;
        this.follow(body.value);
        return;
      case 'resumed':
        this.change(this.live(), 'resumed', 'nothing was missed');
        return;
      case 'paused':
        this.change(
          { ...this.live(), kind: 'paused', pauseReason: body.value.reason },
          'paused',
          'analysis rests',
        );
        return;
      case 'resumed_analysis':
        this.change(this.live(), 'resume', 'the pause is over');
        return;
      case 'session_end':
        this.end(body.value.reason, body.value);
        return;
      case 'session.ready':
      case 'audio.ack':
      case 'turn.start':
      case 'turn.update':
      case 'turn.end':
      case 'turn.revised':
      case 'directive':
      case 'vocal_event':
      case 'tone_shift':
      case 'agent_steering':
      case 'session.prediction':
      case 'kpi_predictions':
      case 'alert':
      case 'speaker_change':
      case 'new_speaker':
      case 'identity_resolved':
      case 'overlap':
      case 'enroll_agent_ack':
      case 'session.updated':
      case 'corrected':
      case 'utterance':
      case 'flushed':
      case 'warning':
      case 'usage':
      case 'stats':
      case 'go_away':
      case 'observer.joined':
      case 'observer.left':
      case 'error':
      case 'pong':
        // These messages do not change the session's state.
        return;
    }
  }

  /** @internal */
  away(attempt: number, delayMs: number, reason: string): void {
    this.change({ kind: 'reconnecting', attempt, delayMs, pauseReason: null }, 'link_lost', reason);
  }

  /** @internal An error about this session that does not end it. */
  complain({ code, message, retryable }: ErrorMessage): void {
    this.events.emit('error', new RelayError(code, message, { retryable, details: {} }));
  }

  /** @internal */
  fail(error: UndertoneError): void {
    if (isTerminal(this.current)) return;
    this.change({ kind: 'failed', error }, error.code, error.message);
    this.events.emit('error', error);
    this.events.clear();
  }

  /** @internal */
  end(reason: string, summary?: NonNullable<SessionEvents['ended']['summary']>): void {
    if (isTerminal(this.current)) return;
    const info = summary === undefined ? { reason } : { reason, summary };
    this.change({ kind: 'ended', ...info }, reason, `watching is over: ${reason}`);
    this.events.emit('ended', info);
    this.events.clear();
  }

  private follow({ state, paused }: Snapshot): void {
    if (state === 'detached') {
      const away = { kind: 'reconnecting', attempt: 0, delayMs: 0, pauseReason: null } as const;
      this.change(away, 'client_away', 'the page that streams this session is away');
    } else if (paused) {
      this.change({ ...this.live(), kind: 'paused', pauseReason: 'unspecified' }, 'paused', 'analysis rests');
    } else this.change(this.live(), 'snapshot', 'the relay told the state');
  }

  private live(): Extract<SessionState, { kind: 'live' }> {
    return { kind: 'live', sessionId: this.id, generation: 0 };
  }

  private change(to: SessionState, code: string, reason: string): void {
    const from = this.current;
    if (isTerminal(from) || (from.kind === to.kind && to.kind === 'live')) return;
    this.current = to;
    this.events.emit('state', { from, to, code, reason });
  }
}
