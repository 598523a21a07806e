import type { PauseReason } from '@undertone/protocol';

export type ActivePauseReason = Exclude<PauseReason, 'unspecified'>;

/** The state of a session. Each state has only the fields valid in it. Times are on the monotonic clock. */
export type SessionState =
  | { readonly kind: 'handshake'; readonly sinceMs: number }
  | { readonly kind: 'live'; readonly sinceMs: number }
  | { readonly kind: 'paused'; readonly sinceMs: number; readonly pause: ActivePauseReason }
  | {
      readonly kind: 'detached';
      readonly sinceMs: number;
      /** How the socket closed. */
      readonly closeCode: number;
      readonly pause?: ActivePauseReason;
    }
  | { readonly kind: 'ending'; readonly sinceMs: number; readonly code: string }
  | { readonly kind: 'ended'; readonly sinceMs: number; readonly code: string };

/**
 * Whether a session streams, with a socket or waiting for one. In its handshake it has not loaded its conversation yet,
 * and may still be refused.
 */
export const isStreaming = ({ kind }: SessionState): boolean =>
  kind === 'live' || kind === 'paused' || kind === 'detached';

export type SessionEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'paused'; readonly pause: ActivePauseReason }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'socket_lost'; readonly closeCode: number }
  | { readonly kind: 'socket_attached' }
  | { readonly kind: 'end_requested'; readonly code: string; readonly reason: string }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'end_written' };

export interface SessionTransition {
  readonly from: SessionState['kind'];
  readonly to: SessionState;
  readonly code: string;
  readonly reason: string;
}

/** How much a pause forbids: words are taken in a hold or a break, none while a payment is taken, nothing without a consent. */
const STRICTNESS: Readonly<Record<ActivePauseReason, number>> = {
  hold: 0,
  break: 0,
  payment_data: 1,
  consent_withdrawn: 2,
};

const stricter = (wanted: ActivePauseReason, held: ActivePauseReason): boolean =>
  STRICTNESS[wanted] > STRICTNESS[held];

/**
 * The only place where a session changes state.
 * @returns undefined when the event has no effect in this state (a pause while paused, a second end)
 */
export const transition = (
  state: SessionState,
  event: SessionEvent,
  nowMs: number,
): SessionTransition | undefined => {
  const go = (to: SessionState, code: string, reason: string): SessionTransition => ({
    from: state.kind,
    to,
    code,
    reason,
  });
  if (state.kind === 'ended') return undefined;
  switch (event.kind) {
    case 'opened':
      if (state.kind !== 'handshake') return undefined;
      return go({ kind: 'live', sinceMs: nowMs }, 'opened', 'the handshake is complete');
    case 'paused': {
      // A pause may become stricter but never laxer. For example, a consent can be withdrawn while the caller is on hold.
      const allowed =
        state.kind === 'live' || (state.kind === 'paused' && stricter(event.pause, state.pause));
      if (!allowed) return undefined;
      return go(
        { kind: 'paused', sinceMs: nowMs, pause: event.pause },
        event.pause,
        'the client paused the analysis',
      );
    }
    case 'resumed':
      if (state.kind !== 'paused') return undefined;
      return go({ kind: 'live', sinceMs: nowMs }, 'resumed', 'the client resumed the analysis');
    case 'socket_lost': {
      if (state.kind !== 'live' && state.kind !== 'paused') return undefined;
      const pause = state.kind === 'paused' ? { pause: state.pause } : {};
      return go(
        { kind: 'detached', sinceMs: nowMs, closeCode: event.closeCode, ...pause },
        `closed_${event.closeCode}`,
        'the socket is gone',
      );
    }
    case 'socket_attached':
      if (state.kind !== 'detached') return undefined;
      return go(
        state.pause === undefined
          ? { kind: 'live', sinceMs: nowMs }
          : { kind: 'paused', sinceMs: nowMs, pause: state.pause },
        'attached',
        'a socket took the session over',
      );
    case 'end_requested':
      if (state.kind === 'ending') return undefined;
      return go({ kind: 'ending', sinceMs: nowMs, code: event.code }, event.code, event.reason);
    case 'superseded':
      return go(
        { kind: 'ended', sinceMs: nowMs, code: 'session_superseded' },
        'session_superseded',
        'another holder has the session',
      );
    case 'end_written':
      if (state.kind !== 'ending') return undefined;
      return go({ kind: 'ended', sinceMs: nowMs, code: state.code }, state.code, 'the end is complete');
  }
};
