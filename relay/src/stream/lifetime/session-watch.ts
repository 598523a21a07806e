import { LIMITS } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';
import { endSession, usageOf } from './ending.js';
import { hasMoved } from './moved.js';
import { usageLimits } from './session-limits.js';
import type { LiveSession } from '../live-session.js';
import { defined } from '../../domain/defined.js';

/** How often every session is checked. One timer serves all of them. */
export const TICK_MS = 200;
const STATS_MS = 10_000;
/** How often a session without a socket asks whether another relay has it. */
const ASK_MS = 5_000;
/** A reader that frees no space for this long holds results that are no longer useful. */
const TOO_SLOW_MS = 20_000;

/** The time-based checks of one session. */
export class SessionWatch {
  private statsMs: number;
  private askedMs = -Infinity;
  private idleWarned = false;
  private slownessWarned = false;
  /** How many messages had been merged when the reader last kept up. */
  private mergedWhileRead = 0;

  constructor(private readonly session: LiveSession) {
    this.statsMs = session.now;
  }

  tick(nowMs: number): void {
    const { session } = this;
    switch (session.state.kind) {
      case 'live':
      case 'paused':
        this.attached(nowMs);
        return;
      case 'detached':
        if (nowMs - session.state.sinceMs < LIMITS.resumeWindowMs) {
          this.follow(nowMs);
          return;
        }
        endSession(session, {
          code: 'resume_window_expired',
          reason: 'the client did not come back in time',
        });
        return;
      case 'handshake':
      case 'ending':
      case 'ended':
        return;
    }
  }

  /** Its client may be on another relay, where its observers should be, too. */
  private follow(nowMs: number): void {
    const { session } = this;
    if (nowMs - this.askedMs < ASK_MS) return;
    this.askedMs = nowMs;
    void hasMoved(session).then((moved) => {
      if (moved && session.state.kind === 'detached') session.supersede();
    });
  }

  private attached(nowMs: number): void {
    const { session } = this;
    if (this.checkReader(nowMs) || this.checkDuration(nowMs) || this.checkIdle(nowMs)) return;
    session.acknowledgements.repeat(nowMs, TICK_MS);
    if (nowMs - this.statsMs >= STATS_MS) this.report(nowMs);
  }

  /** A reader that falls behind gets the newest results only, and is told so. */
  private checkReader(nowMs: number): boolean {
    const { session } = this;
    const { congestedSince, coalesced } = session.outbox;
    if (congestedSince === undefined) {
      this.mergedWhileRead = coalesced;
      this.slownessWarned = false;
      return false;
    }
    if (nowMs - congestedSince >= TOO_SLOW_MS) {
      session.fail(new SessionFault('client_too_slow', 'the client does not read what it is sent'));
      return true;
    }
    if (coalesced > this.mergedWhileRead && !this.slownessWarned) {
      this.slownessWarned = true;
      session.warn(
        'backpressure',
        'messages are read more slowly than they come: only the newest results are sent',
        {
          congested_ms: String(Math.round(nowMs - congestedSince)),
        },
      );
    }
    return false;
  }

  private checkDuration(nowMs: number): boolean {
    const { session } = this;
    const { sessionS, audioS } = usageLimits(session.auth);
    const { ingest, startedAtMs } = session;
    const leftMs = Math.min(
      sessionS * 1_000 - (nowMs - startedAtMs),
      // All channels speak at the same time.
      (audioS * 1_000 - ingest.receivedMs) / ingest.clocks.length,
    );
    if (leftMs <= 0) {
      const fault = new SessionFault('max_duration', 'the session has reached its longest duration');
      endSession(session, { fault, code: fault.code, reason: fault.code });
      return true;
    }
    // A fresh token may have moved the end.
    if (leftMs > LIMITS.noticeMs) session.told.isOver('session_expiring');
    else if (session.told.isNews('session_expiring')) {
      const deadlineMs = Math.round(leftMs);
      session.outbox.cork(() => {
        session.warn('session_expiring', 'the session is about to reach its longest duration', {
          deadline_ms: String(deadlineMs),
        });
        session.outbox.post({
          kind: 'go_away',
          value: { reason: 'max_duration', deadlineMs, resume: false },
        });
      });
    }
    return false;
  }

  /** A pause may last. A live session that sends neither audio nor a gap is a leak. */
  private checkIdle(nowMs: number): boolean {
    const { session } = this;
    const idleMs = session.state.kind === 'live' ? session.audio.idleMs(nowMs) : 0;
    if (idleMs >= LIMITS.idleCloseMs) {
      const fault = new SessionFault('idle_timeout', 'no audio came for too long');
      endSession(session, { fault, code: fault.code, reason: fault.code });
      return true;
    }
    if (idleMs < LIMITS.idleWarningMs) this.idleWarned = false;
    else if (!this.idleWarned) {
      this.idleWarned = true;
      session.warn('idle', 'no audio comes; the session will be closed', {
        deadline_ms: String(Math.round(LIMITS.idleCloseMs - idleMs)),
      });
    }
    return false;
  }

  private report(nowMs: number): void {
    const { session } = this;
    this.statsMs = nowMs;
    const p50 = session.progress.lagMs(0.5);
    const p95 = session.progress.lagMs(0.95);
    const rttMs = session.link?.rttMs;
    session.link?.ping();
    session.outbox.cork(() => {
      session.outbox.post({ kind: 'usage', value: usageOf(session) });
      session.outbox.post({
        kind: 'stats',
        value: {
          queue: session.outbox.waiting,
          dropped: session.outbox.coalesced,
          ...defined({ rttMs, lagP50Ms: p50, lagP95Ms: p95 }),
        },
      });
    });
  }
}
