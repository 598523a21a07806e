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
  channel: number;
  startMs: number;
  durationMs: number;
  reason: GapReason;
}

/** Who watches a session now. `change` and `role` are set when an observer joined or left. */
export interface PresenceEvent {
  observers: number;
  change?: 'joined' | 'left';
  role?: string;
}

/** What the page measured of the connection (`client`), or the relay of the stream (`relay`). */
export interface StatsEvent {
  client?: ClientStats;
  relay?: Stats;
}

/** Every event of a session and its data. */
export interface SessionEvents {
  state: StateChange;
  ready: SessionReady;
  directive: Directive;
  turn: TurnEvent;
  /** On a mixed channel: a turn that has ended is another speaker's than was told. */
  turnRevised: TurnRevised;
  /** Who a voice belongs to, or that it no longer belongs to anybody. */
  identity: IdentityResolved;
  /** A laugh, a sigh or another sound of the voice. It is never an emotion. */
  vocalEvent: VocalEvent;
  toneShift: ToneShift;
  steering: AgentSteering;
  prediction: SessionPrediction;
  alert: Alert;
  warning: Warning;
  prosody: ProsodyEvent;
  vad: VadEvent;
  usage: Usage;
  stats: StatsEvent;
  gap: GapEvent;
  device: DeviceEvent;
  snapshot: Snapshot;
  /** An observer joined or left. */
  presence: PresenceEvent;
  /** The relay accepted a correction: of which turn, and the corrected value. */
  corrected: Corrected;
  /** An utterance that was added over REST or as an upload. Times are on the session's audio clock. */
  utterance: Utterance;
  /** Includes errors that do not end the session. `state` shows which errors do. */
  error: UndertoneError;
  ended: EndedInfo;
  /** Every message of the relay, unchanged, including those without a separate event. */
  message: ServerBody;
}
