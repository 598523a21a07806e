import type { PauseReason } from '@undertone/protocol';
import type { TransportPhase } from '../transport/transport-types.js';
import type { EndedInfo } from './session-events.js';
import { UsageError, type UndertoneError } from '../common/undertone-error.js';

/** The state of a session. Each state holds only what is valid in it. */
export type SessionState =
  | { kind: 'idle' }
  /** The microphone, the audio graph and the worker are being opened. */
  | { kind: 'starting' }
  | { kind: 'connecting'; attempt: number }
  | { kind: 'live'; sessionId: string; generation: number }
  | { kind: 'paused'; sessionId: string; generation: number; pauseReason: PauseReason }
  /** The connection is down; sound is kept. A pause stays in force. */
  | {
      kind: 'reconnecting';
      attempt: number;
      /** Time until the next attempt; 0 while one is running. */
      delayMs: number;
      pauseReason: PauseReason | null;
    }
  | { kind: 'ending' }
  | ({ kind: 'ended' } & EndedInfo)
  | { kind: 'failed'; error: UndertoneError };

/** Everything that can change the state. */
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
  /** What it was. */
  from: SessionState;
  /** What it is now. */
  to: SessionState;
  /** Stable; programs may compare it. */
  code: string;
  /** For logs and people. */
  reason: string;
}

/** The action that a new phase of the transport causes: each kind of phase is a type of action, with the same fields. */
export const phaseAction = (phase: TransportPhase): SessionAction =>
  ({ ...phase, type: phase.kind }) as SessionAction;

/** The two states that never change again. */
export const isTerminal = (
  state: SessionState,
): state is Extract<SessionState, { kind: 'ended' | 'failed' }> =>
  state.kind === 'ended' || state.kind === 'failed';

/** Why a session is paused now, also while its connection is down; null when it is not. */
export const pauseReasonOf = (state: SessionState): PauseReason | null =>
  state.kind === 'paused' || state.kind === 'reconnecting' ? state.pauseReason : null;

/** As at the relay: words are taken in a hold or a break, none while a payment is taken, nothing without a consent. */
const STRICTER: readonly PauseReason[] = ['payment_data', 'consent_withdrawn'];

/** Whether a pause for `wanted` forbids more than one for `held`. */
export const isStricterPause = (wanted: PauseReason, held: PauseReason): boolean =>
  STRICTER.indexOf(wanted) > STRICTER.indexOf(held);

/** The error of a call that the state does not allow. */
export const impossible = (what: string, { kind }: SessionState): UsageError =>
  new UsageError('invalid_state', `${what} is not possible while the session is ${kind}`);

/** The next state. Returns the same object when the action has no meaning in this state. */
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

/** Before the first `session.ready` the state is `connecting`, afterwards `reconnecting`. */
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
