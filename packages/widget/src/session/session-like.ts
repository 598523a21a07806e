import type {
  AgentSteering,
  Directive,
  IdentityResolved,
  SessionReady,
  Snapshot,
  Subject,
  VocalEvent,
  Warning,
} from '@undertone/protocol';

/** The lifecycle of a session as far as the widget shows it. */
export type ConnectionName =
  'idle' | 'connecting' | 'live' | 'reconnecting' | 'paused' | 'ending' | 'ended' | 'failed';

/** Where a session is; `error` says why it failed, `reason` why it ended, `pauseReason` that analysis rests, also off the link. */
export interface SessionStateLike {
  readonly kind: string;
  readonly error?: { readonly code: string } | undefined;
  readonly reason?: string | undefined;
  readonly pauseReason?: string | null | undefined;
}

/** A change of state. */
export interface StateEventLike {
  readonly to: SessionStateLike;
}

/** A turn that began, grew or ended. `endMs` is there once it has ended. */
export interface TurnLike {
  readonly turnId: string;
  readonly speakerId: string;
  readonly channel: number;
  readonly startMs: number;
  readonly endMs?: number | undefined;
  readonly text?: string | undefined;
}

/** A turn as the session reports it: an update may carry an end that is not final yet. */
export interface TurnEventLike extends TurnLike {
  readonly phase: 'start' | 'update' | 'end';
}

/** Prosody computed in the page, over a tenth of a second. */
export interface ProsodyEventLike {
  readonly channel: number;
  /** On the audio clock. */
  readonly atMs: number;
  /** Mean over voiced frames, 0 without any. */
  readonly f0Hz: number;
  /** From 0 to 1. */
  readonly voicedShare: number;
  /** dBFS. */
  readonly energyDb: number;
  readonly speaking: boolean;
  /** Over the last seconds; null before there was enough. */
  readonly summary: ProsodySummaryLike | null;
}

/** Prosody of a stretch in the names of the REST interface; null is not measurable. */
export interface ProsodySummaryLike {
  readonly pitch: { readonly mean: number | null };
  readonly energy: { readonly mean: number | null };
  readonly rhythm: {
    readonly speech_rate: number | null;
    readonly pause_rate: number | null;
    readonly average_pause_duration: number | null;
  };
  readonly voice_quality: {
    readonly jitter: number | null;
    readonly shimmer: number | null;
    readonly hnr: number | null;
  };
}

/** Speech began or ended in the page's opinion, or who decides that has changed. */
export type VadEventLike =
  { readonly kind: 'start' | 'end' | 'misfire'; readonly channel: number } | { readonly kind: 'source' };

/** Something went wrong; a session may go on. `details.channel` says whose sound is gone. */
export interface ErrorEventLike {
  readonly code: string;
  readonly details?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** A channel's track, the page's devices or its audio context changed. */
export type DeviceEventLike =
  | { readonly kind: 'track'; readonly channel: number; readonly change: string }
  | { readonly kind: 'devices' }
  | { readonly kind: 'context'; readonly state: string };

/** How the link does, as the client measures it. */
export interface StatsEventLike {
  readonly client?:
    | {
        /** Captured and not acknowledged, of the channel that is furthest behind. */
        readonly unackedMs: number;
      }
    | undefined;
}

/** How many watch the session now. */
export interface PresenceLike {
  readonly observers: number;
}

/** An agent's answer to a cue. */
export type CueAction = 'shown' | 'accepted' | 'dismissed' | 'snoozed' | 'not_useful';

/** The events the widget listens to. */
export interface SessionEventsLike {
  state: StateEventLike;
  ready: SessionReady;
  directive: Directive;
  turn: TurnEventLike;
  steering: AgentSteering;
  warning: Warning;
  prosody: ProsodyEventLike;
  vad: VadEventLike;
  snapshot: Snapshot;
  identity: IdentityResolved;
  vocalEvent: VocalEvent;
  stats: StatsEventLike;
  presence: PresenceLike;
  error: ErrorEventLike;
  device: DeviceEventLike;
}

/** One channel that the page feeds into the session. */
export interface ChannelLike {
  readonly id: string;
  readonly subject: Subject;
}

/**
 * What the widget needs of a session. `UndertoneSession` of `@undertone/client` fits, and `ObservedSession` of
 * `@undertone/client/observe`; so does anything that replays a recorded call.
 */
export interface SessionLike {
  readonly state: SessionStateLike;
  /** Every channel the page offered, in order, whether or not it may be analyzed. */
  readonly channels?: readonly ChannelLike[] | undefined;
  /** What the relay said when it accepted the session: what a panel that comes later begins with. */
  readonly ready?: SessionReady | undefined;
  /**
   * True where the viewer only watches: cues are shown without buttons, and nobody is notified that they were
   * shown.
   */
  readonly readOnly?: boolean;
  /** The current state of a watched session. A panel that comes later starts with it. */
  readonly snapshot?: Snapshot | undefined;
  /** Adds a listener and returns the function that removes it. */
  on<K extends keyof SessionEventsLike>(type: K, listener: (event: SessionEventsLike[K]) => void): () => void;
  /** Tells the relay what the agent did with a cue, and how long after it was shown. */
  sendFeedback(cueId: string, action: CueAction, afterMs: number): void;
}
