import type { PauseReason } from '@undertone/protocol';
import type { TransportPhase } from '../transport/transport-types.js';
import type { EndedInfo } from './session-events.js';
import type { UndertoneError } from '../common/undertone-error.js';

/** Where a session stands. Each state holds only what is valid in it. */
export type SessionState =
  | { kind: 'idle' }
  /** Microphone, audio graph and worker are being opened. */
  | { kind: 'starting' }
  | { kind: 'connecting'; attempt: number }
  | { kind: 'live'; sessionId: string; generation: number }
  | { kind: 'paused'; sessionId: string; generation: number; pauseReason: PauseReason }
  /** The link is down; sound is kept. A pause outlives it. */
  | {
      kind: 'reconnecting';
      attempt: number;
      /** Until the next try; 0 while one is under way. */
      delayMs: number;
      pauseReason: PauseReason | null;
    }
  | { kind: 'ending' }
  | ({ kind: 'ended' } & EndedInfo)
  | { kind: 'failed'; error: UndertoneError };

/** What can happen to it. */
export type SessionAction = { code: string; reason: string } & (
  | { type: 'start' }
  | { type: 'connecting'; attempt: number }
  | { type: 'reconnecting'; attempt: number; delayMs: number }
  | { type: 'live'; sessionId: string; generation: number }
  | { type: 'pause'; pauseReason: PauseReason }
  | { type: 'resume' }
  | { type: 'ending' }
  | { type: 'ended'; info: EndedInfo }
  | { type: 'failed'; error: UndertoneError }
);

/** One change, with the reason for it. */
export interface StateChange {
  from: SessionState;
  to: SessionState;
  /** Stable, safe to match on. */
  code: string;
  /** For a log line or a person. */
  reason: string;
}

/** What the transport's new phase means for the session. */
export const phaseAction = (phase: TransportPhase): SessionAction => {
  const { code, reason } = phase;
  switch (phase.kind) {
    case 'connecting':
      return { type: 'connecting', attempt: phase.attempt, code, reason };
    case 'reconnecting':
      return { type: 'reconnecting', attempt: phase.attempt, delayMs: phase.delayMs, code, reason };
    case 'live':
      return { type: 'live', sessionId: phase.sessionId, generation: phase.generation, code, reason };
    case 'ending':
      return { type: 'ending', code, reason };
  }
};

/** No way leads out of these two. */
export const isTerminal = (
  state: SessionState,
): state is Extract<SessionState, { kind: 'ended' | 'failed' }> =>
  state.kind === 'ended' || state.kind === 'failed';

/** The next state; the same object where the action means nothing in this one. */
export const transition = (state: SessionState, action: SessionAction): SessionState => {
  if (isTerminal(state)) return state;
  switch (action.type) {
    case 'start':
      return state.kind === 'idle' ? { kind: 'starting' } : state;
    case 'connecting':
      return connecting(state, action.attempt, 0);
    case 'reconnecting':
      return connecting(state, action.attempt, action.delayMs);
    case 'live': {
      const { sessionId, generation } = action;
      if (state.kind === 'ending' || state.kind === 'idle') return state;
      if (state.kind === 'reconnecting' && state.pauseReason !== null) {
        return { kind: 'paused', sessionId, generation, pauseReason: state.pauseReason };
      }
      return { kind: 'live', sessionId, generation };
    }
    case 'pause':
      return pause(state, action.pauseReason);
    case 'resume':
      if (state.kind === 'paused') {
        return { kind: 'live', sessionId: state.sessionId, generation: state.generation };
      }
      return state.kind === 'reconnecting' && state.pauseReason !== null
        ? { ...state, pauseReason: null }
        : state;
    case 'ending':
      return state.kind === 'idle' || state.kind === 'ending' ? state : { kind: 'ending' };
    case 'ended':
      return { kind: 'ended', ...action.info };
    case 'failed':
      return { kind: 'failed', error: action.error };
  }
};

const pause = (state: SessionState, pauseReason: PauseReason): SessionState => {
  switch (state.kind) {
    case 'live':
    case 'paused':
      return { kind: 'paused', sessionId: state.sessionId, generation: state.generation, pauseReason };
    case 'reconnecting':
      return { ...state, pauseReason };
    case 'idle':
    case 'starting':
    case 'connecting':
    case 'ending':
    case 'ended':
    case 'failed':
      return state;
  }
};

/** Before the first `session.ready` it is `connecting`, afterwards `reconnecting`. */
const connecting = (state: SessionState, attempt: number, delayMs: number): SessionState => {
  switch (state.kind) {
    case 'starting':
    case 'connecting':
      return { kind: 'connecting', attempt };
    case 'live':
      return { kind: 'reconnecting', attempt, delayMs, pauseReason: null };
    case 'paused':
      return { kind: 'reconnecting', attempt, delayMs, pauseReason: state.pauseReason };
    case 'reconnecting':
      return { ...state, attempt, delayMs };
    case 'idle':
    case 'ending':
    case 'ended':
    case 'failed':
      return state;
  }
};
