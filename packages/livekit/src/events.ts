import type { UndertoneError } from '@undertone/client/transport';
import type {
  AgentModulation,
  AgentSteering,
  Directive,
  GapReason,
  SessionEnded,
  ToneShift,
  Warning,
} from '@undertone/protocol';

/** What the listener is doing. Each change has a reason for the log. */
export type ListenerState = 'waiting' | 'connecting' | 'listening' | 'reconnecting' | 'ended';

/** The listener does something else from now on. */
export interface StateChange {
  /** What it does now. */
  readonly state: ListenerState;
  /** For the log. */
  readonly reason: string;
}

/** Sound that is missing: the caller was muted or away, or the connection could not carry it. The relay knows too. */
export interface Gap {
  /** Position on the audio clock. */
  readonly startMs: number;
  /** How much is missing. */
  readonly durationMs: number;
  /** Why. */
  readonly reason: GapReason;
}

/** How listening ended. */
export interface Ended {
  /** As given to `close`, or the code of what ended it. */
  readonly reason: string;
  /** Absent when the relay could not be asked for it. */
  readonly summary?: SessionEnded;
  /** Set when the session failed. */
  readonly error?: UndertoneError;
}

/** Every event and its arguments, for `listener.on(name, …)`. */
export interface ListenerEvents {
  /** How the agent's voice should sound now. Only when it changes by something that can be heard. */
  modulation: [AgentModulation];
  /** The new sentence for the prompt. */
  prompt: [string];
  /** A cue, or a change of the steering mode without one. */
  cue: [AgentSteering];
  /** The caller’s tone has left its usual, or is back. */
  toneShift: [ToneShift];
  /** Every reading of the caller, at most four a second. */
  reading: [Directive];
  /** Sound of the caller is missing. */
  gap: [Gap];
  /** Something harms the results, or is about to end the session. */
  warning: [Warning];
  /** The listener does something else now. */
  state: [StateChange];
  /** A fault that may pass: the track could not be read. The session goes on. */
  fault: [UndertoneError];
  /** The last event. */
  ended: [Ended];
}
