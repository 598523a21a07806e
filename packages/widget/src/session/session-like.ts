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
  /** `idle`, `starting`, `connecting`, `live`, `paused`, `reconnecting`, `ending`, `ended` or `failed`. */
  readonly kind: string;
  /** Why it failed. */
  readonly error?: { readonly code: string } | undefined;
  /** Why it ended. */
  readonly reason?: string | undefined;
  /** Set while analysis is paused. */
  readonly pauseReason?: string | null | undefined;
}

/** A change of state. */
export interface StateEventLike {
  /** What the session does now. */
  readonly to: SessionStateLike;
}

/** A turn that began, grew or ended. `endMs` is set when it has ended. */
export interface TurnLike {
  /** The same in all that is told of the turn. */
  readonly turnId: string;
  /** Who speaks. */
  readonly speakerId: string;
  /** Its place among the channels, from 0. */
  readonly channel: number;
  /** On the audio clock. */
  readonly startMs: number;
  /** On the audio clock. */
  readonly endMs?: number | undefined;
  /** What was said, where somebody tells it. */
  readonly text?: string | undefined;
}

/**
 * A turn as the session reports it. An update may have an end that is not final. After the turn one may say how the whole of it
 * sounded.
 */
export interface TurnEventLike extends TurnLike {
  /** What happened to it. */
  readonly phase: 'start' | 'update' | 'end';
  /** How the whole of it sounded; one of the labels. */
  readonly emotion?: string | undefined;
  /** The label comes from the reader that heard the whole of it. */
  readonly revised?: boolean | undefined;
}

/** Prosody that the page computes over a tenth of a second. */
export interface ProsodyEventLike {
  /** Its place among the channels, from 0. */
  readonly channel: number;
  /** Position on the audio clock. */
  readonly atMs: number;
  /** Mean over voiced frames; 0 without any. */
  readonly f0Hz: number;
  /** From 0 to 1. */
  readonly voicedShare: number;
  /** dBFS. */
  readonly energyDb: number;
  /** Whether speech is under way. */
  readonly speaking: boolean;
  /** Covers the last seconds; null before there is enough. */
  readonly summary: ProsodySummaryLike | null;
}

/** Prosody of a stretch, with the field names of the REST interface; null means not measurable. */
export interface ProsodySummaryLike {
  /** Hz. */
  readonly pitch: { readonly mean: number | null };
  /** dBFS. */
  readonly energy: { readonly mean: number | null };
  /** Syllables per second, pauses per minute, seconds. */
  readonly rhythm: {
    readonly speech_rate: number | null;
    readonly pause_rate: number | null;
    readonly average_pause_duration: number | null;
  };
  /** Fractions, and dB. */
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
  /** As `UndertoneError` of `@undertone/client` has it. */
  readonly code: string;
  /** Short facts; the panel reads `channel`. */
  readonly details?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** A channel's track, the page's devices or its audio context changed. */
export type DeviceEventLike =
  | { readonly kind: 'track'; readonly channel: number; readonly change: string }
  | { readonly kind: 'devices' }
  | { readonly kind: 'context'; readonly state: string };

/** State of the link, as the client measures it. */
export interface StatsEventLike {
  /** Absent in what the relay reports. */
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
  /** The session does something else now. */
  state: StateEventLike;
  /** The relay accepted it. */
  ready: SessionReady;
  /** How a speaker sounds now. */
  directive: Directive;
  /** A turn began, changed or ended. */
  turn: TurnEventLike;
  /** A turn is another speaker’s than was told. */
  turnRevised: TurnRevised;
  /** A cue, or another steering mode. */
  steering: AgentSteering;
  /** Something harms the results. */
  warning: Warning;
  /** What the page measures, ten times a second. */
  prosody: ProsodyEventLike;
  /** Speech began or ended in the page. */
  vad: VadEventLike;
  /** The state of a watched session. */
  snapshot: Snapshot;
  /** Who a voice belongs to. */
  identity: IdentityResolved;
  /** A laugh, a sigh or the like. */
  vocalEvent: VocalEvent;
  /** How the link keeps up. */
  stats: StatsEventLike;
  /** Somebody began or ceased to watch. */
  presence: PresenceLike;
  /** Something failed; the session may continue. */
  error: ErrorEventLike;
  /** A track, the devices or the audio context changed. */
  device: DeviceEventLike;
}

/** One channel that the page sends into the session. */
export interface ChannelLike {
  /** The page’s name for it. */
  readonly id: string;
  /** Who speaks on it; an agent is not shown where policy forbids it. */
  readonly subject: Subject;
}

/**
 * What the widget needs from a session. `UndertoneSession` of `@undertone/client` fits, and `ObservedSession` of
 * `@undertone/client/observe`, and so does an object that replays a recorded call.
 */
export interface SessionLike {
  /** What the session does now. */
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
