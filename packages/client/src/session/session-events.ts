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

/** How a session came to its end. */
export interface EndedInfo {
  /** `ended_by_client`, `disposed`, or the relay's reason. */
  reason: string;
  /** Absent when the relay could not be asked any more. */
  summary?: SessionEnded;
}

export type TurnEvent =
  ({ phase: 'start' } & TurnStart) | ({ phase: 'update' } & TurnUpdate) | ({ phase: 'end' } & TurnEnd);

/** The page's own prosody, ten times a second, without a way over the network. */
export interface ProsodyEvent extends EdgeProsody {
  /** On the audio clock. */
  atMs: number;
  /** Over the last 5 s of open audio; refreshed once a second, null before. */
  summary: ProsodySummary | null;
}

/** Speech began or ended, in the page's own opinion. */
export type VadEvent =
  | {
      kind: 'start' | 'end' | 'misfire';
      channel: number;
      /** On the audio clock. */
      atMs: number;
      source: VadSource;
      probability?: number;
    }
  /** Who decides from now on. */
  | { kind: 'source'; source: VadSource; reason: string };

/** Sound that was never captured, or that the link could not carry. Declared to the relay as well. */
export interface GapEvent {
  channel: number;
  startMs: number;
  durationMs: number;
  reason: GapReason;
}

/** Who watches a session now; `change` and `role` where somebody came or left. */
export interface PresenceEvent {
  observers: number;
  change?: 'joined' | 'left';
  role?: string;
}

export interface StatsEvent {
  client?: ClientStats;
  relay?: Stats;
}

/** Every event of a session and what it carries. */
export interface SessionEvents {
  state: StateChange;
  ready: SessionReady;
  directive: Directive;
  turn: TurnEvent;
  /** Who a voice is, or that it is nobody's, any more. */
  identity: IdentityResolved;
  /** A laugh, a sigh or another sound of the voice; never an emotion. */
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
  /** Who watches this session. */
  presence: PresenceEvent;
  /** A correction was taken: of what turn, and what it says. */
  corrected: Corrected;
  /** What came into the conversation over REST or as an upload; times on the session's audio clock. */
  utterance: Utterance;
  /** Also what does not end the session; `state` says what does. */
  error: UndertoneError;
  ended: EndedInfo;
  /** Every message of the relay as it came, also those without an event of their own. */
  message: ServerBody;
}
