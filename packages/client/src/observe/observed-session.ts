import type { ErrorMessage, ServerBody, Snapshot, Subject } from '@undertone/protocol';
import type { Cancel } from '../common/scheduler.js';
import { RelayError, type UndertoneError } from '../common/undertone-error.js';
import { Emitter } from '../session/emitter.js';
import { emitServerMessage } from '../session/server-events.js';
import type { SessionEvents } from '../session/session-events.js';
import { isTerminal, type SessionState } from '../session/session-state.js';

/** One channel of a watched session. */
export interface ObservedChannel {
  readonly id: string;
  readonly subject: Subject;
}

/** What an observed session needs of the connection that watches it. */
export interface ObservedSessionHost {
  /** Nobody wants to see it any more. */
  stop(session: ObservedSession): void;
}

/**
 * A session that somebody else streams, as an observer sees it: the same events as one's own, and nothing to do to it. It fits
 * `session` of `<undertone-panel>`. Made by {@link SessionObserver.watch}.
 *
 * The first event is a `snapshot` of everything that was before; what follows it is complete and in order. A newer
 * snapshot replaces what was there: after a link that was away for long, and when the watched page leaves or comes back.
 */
export class ObservedSession {
  /** There is nothing to answer and nothing to change here. */
  readonly readOnly = true;
  private current: SessionState = { kind: 'connecting', attempt: 0 };
  private readonly events = new Emitter<SessionEvents>();
  private newest: Snapshot | undefined;
  /** Of the newest message in what the session tells its observers; undefined before the first one. */
  position: number | undefined;

  constructor(
    /** The session's id. */
    readonly id: string,
    private readonly host: ObservedSessionHost,
  ) {}

  /** Where it stands: `connecting`, `live`, `paused`, `reconnecting` (the link or the watched page is away), `ended`, `failed`. */
  get state(): SessionState {
    return this.current;
  }

  /** The newest snapshot: what a panel that is opened later begins with. */
  get snapshot(): Snapshot | undefined {
    return this.newest;
  }

  /** Its channels, once the first snapshot has come. */
  get channels(): readonly ObservedChannel[] | undefined {
    return this.newest?.channels.map(({ id = '', subject = 'customer' }) => ({ id, subject }));
  }

  /** Listens, to the events of a session that come from the relay. @returns stops listening */
  on<Type extends keyof SessionEvents>(type: Type, listener: (event: SessionEvents[Type]) => void): Cancel {
    return this.events.on(type, listener);
  }

  /** Observers answer no cues: does nothing. It is here so that a panel can show this session. */
  sendFeedback(): void {
    // Whoever is watched answers.
  }

  /** Stops watching; the session itself goes on. */
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
        // Says nothing of where the session stands.
        return;
    }
  }

  /** @internal */
  away(attempt: number, delayMs: number, reason: string): void {
    this.change({ kind: 'reconnecting', attempt, delayMs, pauseReason: null }, 'link_lost', reason);
  }

  /** @internal What the relay says of this session and is not its end. */
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
