import type {
  AgentSteering,
  Alert,
  Corrected,
  Directive,
  GapReason,
  IdentityResolved,
  ServerBody,
  SessionEnded,
  SessionPrediction,
  SessionReady,
  Snapshot,
  Stats,
  ToneShift,
  TurnEnd,
  TurnRevised,
  TurnStart,
  TurnUpdate,
  Usage,
  VocalEvent,
  Utterance,
  Warning,
} from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';
import type { DeviceEvent } from '../capture/capture.js';
import type { UndertoneError } from '../common/undertone-error.js';
import type { ClientStats } from '../transport/transport-types.js';
import type { VadSource } from '../worker/worker-api.js';
import type { EdgeProsody } from '../worklet/capture-messages.js';
import type { StateChange } from './session-state.js';

/** How a session ended. */
export interface EndedInfo {
  /** `ended_by_client`, `disposed`, `unconfirmed` (the relay did not answer the end within 15 s), or the relay's reason. */
  reason: string;
  /** Absent when the relay could not be asked for it. */
  summary?: SessionEnded;
}

/** A turn began, changed or ended. */
export type TurnEvent =
  ({ phase: 'start' } & TurnStart) | ({ phase: 'update' } & TurnUpdate) | ({ phase: 'end' } & TurnEnd);

/** Prosody that the page measures ten times a second. It is not sent over the network. */
export interface ProsodyEvent extends EdgeProsody {
  /** Position on the audio clock. */
  atMs: number;
  /** Covers the last 5 s of open audio, updated once a second. Null before the first one. */
  summary: ProsodySummary | null;
}

/** Speech began or ended, as detected in the page. */
export type VadEvent =
  | {
      kind: 'start' | 'end' | 'misfire';
      channel: number;
      /** Position on the audio clock. */
      atMs: number;
      source: VadSource;
      probability?: number;
    }
  /** Which detector decides from now on. */
  | { kind: 'source'; source: VadSource; reason: string };

/** Sound that was not captured or that the connection could not carry. It is also declared to the relay. */
export interface GapEvent {
  /** Its place in `sources`, from 0. */
  channel: number;
  /** Position on the audio clock. */
  startMs: number;
  /** How much is missing. */
  durationMs: number;
  /** Why. */
  reason: GapReason;
}

/** Who watches a session now. `change` and `role` are set when an observer joined or left. */
export interface PresenceEvent {
  /** How many watch now. */
  observers: number;
  /** What changed, if anything did. */
  change?: 'joined' | 'left';
  /** Who joined or left, as the observer’s token says. */
  role?: string;
}

/** What the page measured of the connection (`client`), or the relay of the stream (`relay`). */
export interface StatsEvent {
  /** Every second. */
  client?: ClientStats;
  /** Every 10 s. */
  relay?: Stats;
}

/** Every event of a session and its data. */
export interface SessionEvents {
  /** The session does something else now. {@link UndertoneSession.state} has it too. */
  state: StateChange;
  /** The relay accepted the session, or took it up again: what was agreed on. */
  ready: SessionReady;
  /** How a speaker sounds now: about four a second while somebody speaks. */
  directive: Directive;
  /** A turn began, got words or its label as a whole, or ended. */
  turn: TurnEvent;
  /** On a mixed channel: a turn that has ended is another speaker's than was told. */
  turnRevised: TurnRevised;
  /** Who a voice belongs to, or that it no longer belongs to anybody. */
  identity: IdentityResolved;
  /** A laugh, a sigh or another sound of the voice. It is never an emotion. */
  vocalEvent: VocalEvent;
  /** A speaker’s tone has left its usual, or is back. */
  toneShift: ToneShift;
  /** The steering mode of a speaker changed, or there is a cue for the agent. */
  steering: AgentSteering;
  /** What is expected of the conversation, after each turn. */
  prediction: SessionPrediction;
  /** A prediction or a KPI went over the threshold of a rule of the organization. */
  alert: Alert;
  /** Something harms the results, or is about to end the session. */
  warning: Warning;
  /** What the page measures itself, ten times a second. */
  prosody: ProsodyEvent;
  /** Speech began or ended, as detected in the page. */
  vad: VadEvent;
  /** What the session has cost so far, every 10 s. */
  usage: Usage;
  /** How the connection keeps up. */
  stats: StatsEvent;
  /** Sound is missing. */
  gap: GapEvent;
  /** A channel’s track ended, was muted or replaced, or the devices or the audio context of the page changed. */
  device: DeviceEvent;
  /** The state of the session as a whole: first of all for an observer, and when another relay took the session up. */
  snapshot: Snapshot;
  /** An observer joined or left. */
  presence: PresenceEvent;
  /** The relay accepted a correction: of which turn, and the corrected value. */
  corrected: Corrected;
  /** An utterance that was added over REST or as an upload. Times are on the session's audio clock. */
  utterance: Utterance;
  /** Includes errors that do not end the session. `state` shows which errors do. */
  error: UndertoneError;
  /** The last event of a session that did not fail. */
  ended: EndedInfo;
  /** Every message of the relay, unchanged, including those without a separate event. */
  message: ServerBody;
}
