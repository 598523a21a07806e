import type { ClientBody, PauseReason, ServerBody } from '@undertone/protocol';
import { Deferred } from './deferred.js';
import { relayError } from './server-events.js';
import {
  impossible,
  isStricterPause,
  pauseReasonOf,
  type SessionAction,
  type SessionState,
} from './session-state.js';

/** What a pause needs of its session. */
export interface PausableSession {
  now(): SessionState;
  act(action: SessionAction): void;
  /** Resolves when the worker has the message. */
  hand(body: ClientBody): Promise<void>;
  /** Sends the message; where that fails, the page is told with the event `error`. */
  send(body: ClientBody): void;
  /** Closes or opens every channel on the audio thread. */
  gate(closed: boolean): void;
  /** Rejects when the session ends before `work` is done. */
  unlessEnded<T>(work: Promise<T>): Promise<T>;
}

/** The pauses of one session. The channels are closed on the audio thread, so that no sound leaves the page in one. */
export class SessionPause {
  /** The answer to a `resume` after a withdrawn consent, while it is waited for. */
  private answer: Deferred<void> | null = null;

  constructor(private readonly session: PausableSession) {}

  /** Begins a pause, or makes it stricter. @returns whether that changed anything */
  begin(pauseReason: PauseReason): boolean {
    const { session } = this;
    const held = pauseReasonOf(session.now());
    if (held !== null && !isStricterPause(pauseReason, held)) return false;
    session.act({ type: 'pause', pauseReason, code: 'pause', reason: `paused: ${pauseReason}` });
    if (pauseReasonOf(session.now()) !== pauseReason) return false;
    session.gate(true);
    return true;
  }

  /** Ends a pause. @throws UsageError `invalid_state`; RelayError `policy_blocked` while a withdrawn consent was not given again */
  async end(): Promise<void> {
    const { session } = this;
    const held = pauseReasonOf(session.now());
    if (held === null) throw impossible('resume', session.now());
    const over: SessionAction = { type: 'resume', code: 'resume', reason: 'the pause is over' };
    // The relay must get the message before the first sample, because it discards samples during a pause.
    const handed = session.hand({ kind: 'resume', value: {} });
    if (held === 'consent_withdrawn') {
      // The relay alone knows whether the consent was given again. No sound is sent before its answer.
      const { promise } = (this.answer = new Deferred());
      try {
        await session.unlessEnded(handed.then(() => promise));
      } finally {
        this.answer = null;
      }
      session.act(over);
    } else {
      session.act(over);
      await session.unlessEnded(handed);
    }
    if (pauseReasonOf(session.now()) === null) session.gate(false);
  }

  /** Takes what the relay says about pauses. A `paused` only confirms, and may come after the pause is over here. */
  heard(body: ServerBody): void {
    if (body.kind === 'resumed_analysis') this.answer?.resolve();
    else if (body.kind === 'snapshot') this.compare(body.value.paused);
    else if (body.kind === 'error' && body.value.param === 'consent')
      this.answer?.reject(relayError(body.value));
  }

  /** A relay that took the session up knows of its pauses what was stored last: it is told again what came after that. */
  private compare(isPaused: boolean): void {
    const { answer, session } = this;
    const held = answer === null ? pauseReasonOf(session.now()) : null;
    if (isPaused && held === null) session.send({ kind: 'resume', value: {} });
    else if (!isPaused && held !== null) session.send({ kind: 'pause', value: { reason: held } });
    else if (!isPaused) answer?.resolve();
  }
}
