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

export interface StateChange {
  readonly state: ListenerState;
  readonly reason: string;
}

/** Sound that is missing: the caller was muted or away, or the connection could not carry it. The relay knows too. */
export interface Gap {
  readonly startMs: number;
  readonly durationMs: number;
  readonly reason: GapReason;
}

export interface Ended {
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
  toneShift: [ToneShift];
  /** Every reading of the caller, at most four a second. */
  reading: [Directive];
  gap: [Gap];
  warning: [Warning];
  state: [StateChange];
  /** A fault that may pass: the track could not be read. The session goes on. */
  fault: [UndertoneError];
  /** The last event. */
  ended: [Ended];
}
