import type {
  AgentSteering,
  Directive,
  IdentityResolved,
  SessionReady,
  Snapshot,
  Subject,
  TurnRevised,
  VocalEvent,
  Warning,
} from '@undertone/protocol';

/** The lifecycle states of a session that the widget shows. */
export type ConnectionName =
  'idle' | 'connecting' | 'live' | 'reconnecting' | 'paused' | 'ending' | 'ended' | 'failed';

/** A session's state. `error` says why it failed, `reason` why it ended. `pauseReason` is set while analysis is paused, even offline. */
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

/** A turn that began, grew or ended. `endMs` is set when it has ended. */
export interface TurnLike {
  readonly turnId: string;
  readonly speakerId: string;
  readonly channel: number;
  readonly startMs: number;
  readonly endMs?: number | undefined;
  readonly text?: string | undefined;
}

/**
 * A turn as the session reports it. An update may have an end that is not final. After the turn one may say how the whole of it
 * sounded.
 */
export interface TurnEventLike extends TurnLike {
  readonly phase: 'start' | 'update' | 'end';
  readonly emotion?: string | undefined;
  readonly revised?: boolean | undefined;
}

/** Prosody that the page computes over a tenth of a second. */
export interface ProsodyEventLike {
  readonly channel: number;
  /** Position on the audio clock. */
  readonly atMs: number;
  /** Mean over voiced frames; 0 without any. */
  readonly f0Hz: number;
  /** From 0 to 1. */
  readonly voicedShare: number;
  /** dBFS. */
  readonly energyDb: number;
  readonly speaking: boolean;
  /** Covers the last seconds; null before there is enough. */
  readonly summary: ProsodySummaryLike | null;
}

/** Prosody of a stretch, with the field names of the REST interface; null means not measurable. */
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

/** The page found that speech began or ended, or the source of that decision changed. */
export type VadEventLike =
  { readonly kind: 'start' | 'end' | 'misfire'; readonly channel: number } | { readonly kind: 'source' };

/** An error; the session may continue. `details.channel` says which channel lost its sound. */
export interface ErrorEventLike {
  readonly code: string;
  readonly details?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** A channel's track, the page's devices or its audio context changed. */
export type DeviceEventLike =
  | { readonly kind: 'track'; readonly channel: number; readonly change: string }
  | { readonly kind: 'devices' }
  | { readonly kind: 'context'; readonly state: string };

/** State of the link, as the client measures it. */
export interface StatsEventLike {
  readonly client?:
    | {
        /** Audio captured and not acknowledged, on the channel that is furthest behind. */
        readonly unackedMs: number;
      }
    | undefined;
}

/** How many people watch the session now. */
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
  turnRevised: TurnRevised;
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

/** One channel that the page sends into the session. */
export interface ChannelLike {
  readonly id: string;
  readonly subject: Subject;
}

/**
 * What the widget needs from a session. `UndertoneSession` of `@undertone/client` fits, and `ObservedSession` of
 * `@undertone/client/observe`, and so does an object that replays a recorded call.
 */
export interface SessionLike {
  readonly state: SessionStateLike;
  /** Every channel the page offered, in order, including those that may not be analyzed. */
  readonly channels?: readonly ChannelLike[] | undefined;
  /** The relay's message when it accepted the session. A panel that connects later starts with it. */
  readonly ready?: SessionReady | undefined;
  /**
   * True when the viewer only watches: cues have no buttons, and the panel does not report that they were
   * shown.
   */
  readonly readOnly?: boolean;
  /** The current state of a watched session. A panel that connects later starts with it. */
  readonly snapshot?: Snapshot | undefined;
  /** Adds a listener and returns the function that removes it. */
  on<K extends keyof SessionEventsLike>(type: K, listener: (event: SessionEventsLike[K]) => void): () => void;
  /** Tells the relay what the agent did with a cue, and how many milliseconds after it was shown. */
  sendFeedback(cueId: string, action: CueAction, afterMs: number): void;
}
