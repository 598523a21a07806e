import type { ClientBody, PauseReason, ServerBody } from '@undertone/protocol';
import { RelayError } from '../common/undertone-error.js';
import { Deferred } from './deferred.js';
import {
  impossible,
  isStricterPause,
  pauseReasonOf,
  type SessionAction,
  type SessionState,
} from './session-state.js';

/** What a pause needs of its session. */
export interface PausableSession {
  readonly state: SessionState;
  act(action: SessionAction): void;
  /** Resolves when the worker has the message. */
  hand(body: ClientBody): Promise<void>;
  /** Closes or opens every channel on the audio thread. */
  gate(closed: boolean): void;
  /** Rejects when the session ends before `work` is done. */
  unlessEnded<T>(work: Promise<T>): Promise<T>;
}

/** The pauses of one session. The channels are closed on the audio thread, so that no sound leaves the page in one. */
export class SessionPause {
  /** The answer to a `resume` after a withdrawn consent. */
  private answer: Deferred<void> | null = null;

  constructor(private readonly session: PausableSession) {}

  /** Begins a pause, or makes it stricter. A laxer reason changes nothing. @returns whether the relay has to be told */
  begin(pauseReason: PauseReason, code: string, reason: string): boolean {
    const { session } = this;
    const held = pauseReasonOf(session.state);
    if (held !== null && !isStricterPause(pauseReason, held)) return false;
    session.act({ type: 'pause', pauseReason, code, reason });
    if (pauseReasonOf(session.state) !== pauseReason) throw impossible('pause', session.state);
    session.gate(true);
    return true;
  }

  /** Ends a pause. @throws UsageError `invalid_state`; RelayError `policy_blocked` while a withdrawn consent was not given again */
  async end(): Promise<void> {
    const { session } = this;
    const held = pauseReasonOf(session.state);
    if (held === null) throw impossible('resume', session.state);
    if (held === 'consent_withdrawn') {
      await this.ask();
      this.resume();
      session.gate(false);
      return;
    }
    this.resume();
    // The relay must get the message before the first sample, because it discards samples during a pause.
    await session.unlessEnded(session.hand({ kind: 'resume', value: {} }));
    if (pauseReasonOf(session.state) === null) session.gate(false);
  }

  /** Takes what the relay says about pauses. */
  heard(body: ServerBody): void {
    if (body.kind === 'paused')
      this.begin(body.value.reason, 'paused', `the relay paused the session: ${body.value.reason}`);
    else if (body.kind === 'resumed_analysis') this.answer?.resolve();
    else if (body.kind === 'error' && body.value.param === 'consent')
      this.answer?.reject(
        new RelayError(body.value.code, body.value.message, { details: { param: 'consent' } }),
      );
  }

  /** Asks the relay, which alone knows whether the consent was given again. No sound is sent before its answer. */
  private async ask(): Promise<void> {
    const { session } = this;
    const answer = (this.answer ??= new Deferred());
    try {
      await session.unlessEnded(session.hand({ kind: 'resume', value: {} }).then(() => answer.promise));
    } finally {
      this.answer = null;
    }
  }

  private resume(): void {
    this.session.act({ type: 'resume', code: 'resume', reason: 'the pause is over' });
  }
}
