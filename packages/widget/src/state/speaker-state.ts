import type { AgentSteering, Directive, Prosody, Subject } from '@undertone/protocol';
import type { ProsodyEventLike, ProsodySummaryLike } from '../session/session-like.js';
import { newestVoice, withHeardVoice, withSteeredVoice, without, type Voices } from './voices.js';

/** How far back the history reaches. */
export const HISTORY_MS = 60_000;
/** How far back the pitch trace reaches. */
export const TRACE_MS = 10_000;
/** With a smaller voiced share in a tenth of a second, its mean pitch comes from an edge of speech or from noise. */
const MIN_VOICED_SHARE = 0.3;
/** A directive replaces the point of an earlier one that is closer than this: 60 s then have about 600 points at most. */
const HISTORY_STEP_MS = 100;
/** The page's measurements are ahead of the relay's results. A chart moves with them when they are ahead by at least this. */
const CLOCK_STEP_MS = 1_000;

/** One moment of mood: valence and arousal from -1 to 1, at a position on the audio clock. */
export interface HistoryPoint {
  /** On the audio clock. */
  readonly timeMs: number;
  /** -1 unpleasant to 1 pleasant. */
  readonly valence: number;
  /** -1 calm to 1 excited. */
  readonly arousal: number;
  /** Whose it is, where that is known. */
  readonly speakerId?: string | undefined;
}

/** One moment of the voice; `f0Hz` is 0 where there is no pitch. */
export interface TracePoint {
  /** On the audio clock. */
  readonly timeMs: number;
  /** 0 where there is no pitch. */
  readonly f0Hz: number;
  /** dBFS. */
  readonly energyDb: number;
}

/** What is known about one channel. It is replaced and never changed, so that elements notice a new state. */
export interface SpeakerState {
  readonly channel: number;
  readonly subject: Subject;
  /** The channel's id if several people share it. */
  readonly sharedAs?: string | undefined;
  /** Whether this voice is analyzed; false for an agent whose policy forbids it. */
  readonly analyzed: boolean;
  readonly speaking: boolean;
  /** The voices heard on the channel, with their moods. */
  readonly voices: Voices;
  /** The newest directive whose span contains speech. */
  readonly directive: Directive | undefined;
  readonly history: readonly HistoryPoint[];
  readonly trace: readonly TracePoint[];
  /** The newest measurements made in the page. */
  readonly edgeProsody: Prosody | undefined;
  /** The newest position on the audio clock seen for this channel. */
  readonly nowMs: number;
  /** Position up to which there are results. */
  readonly resultsMs: number;
}

/** Makes a channel on which nothing has been heard. */
export const newSpeaker = (channel: number, subject: Subject, analyzed: boolean): SpeakerState => ({
  channel,
  subject,
  analyzed,
  speaking: false,
  voices: [],
  directive: undefined,
  history: [],
  trace: [],
  edgeProsody: undefined,
  nowMs: 0,
  resultsMs: 0,
});

/**
 * Adds a directive. One without speech advances the clock and keeps the last emotion.
 *
 * @param spokenAtMs When its audio was spoken, on the page's monotonic clock.
 */
export const withDirective = (
  speaker: SpeakerState,
  directive: Directive,
  spokenAtMs: number,
): SpeakerState => {
  const voices = withHeardVoice(speaker.voices, directive, spokenAtMs);
  const nowMs = Math.max(speaker.nowMs, directive.audioEndMs);
  const resultsMs = Math.max(speaker.resultsMs, directive.audioEndMs);
  if (!directive.speech) {
    return { ...speaker, voices, nowMs, resultsMs, history: since(speaker.history, nowMs - HISTORY_MS) };
  }
  return {
    ...speaker,
    voices,
    nowMs,
    resultsMs,
    directive,
    history: withPoint(speaker.history, directive, nowMs),
  };
};

/** Forgets one voice, and the readings and history when it was the last on the channel. */
export const withoutReadings = (speaker: SpeakerState, speakerId: string): SpeakerState => {
  const wasNewest = newestVoice(speaker.voices)?.id === speakerId;
  const rest = { ...speaker, voices: without(speaker.voices, speakerId) };
  return wasNewest || rest.directive?.speakerId === speakerId
    ? { ...rest, directive: undefined, history: [] }
    : rest;
};

/** Removes what describes the current moment, because nothing is heard. The history stays. */
export const withoutVoice = (speaker: SpeakerState): SpeakerState => ({
  ...speaker,
  speaking: false,
  directive: undefined,
  edgeProsody: undefined,
  trace: [],
});

/** Takes a steering message about a voice of the channel. An agent's mode is never set for a caller. */
export const withSteering = (
  speaker: SpeakerState,
  steering: Pick<AgentSteering, 'mode' | 'timestampMs' | 'speakerId'>,
  nowMs: number,
): SpeakerState =>
  steering.mode === 'agent_overheated' && speaker.subject !== 'agent'
    ? speaker
    : { ...speaker, voices: withSteeredVoice(speaker.voices, steering, nowMs) };

/** Adds prosody computed in the page. */
export const withProsody = (speaker: SpeakerState, event: ProsodyEventLike): SpeakerState => {
  const point: TracePoint = {
    timeMs: event.atMs,
    f0Hz: event.voicedShare >= MIN_VOICED_SHARE ? event.f0Hz : 0,
    energyDb: event.energyDb,
  };
  // A resumed session may send a stretch again. The new point removes old points at its time or later.
  const kept = speaker.trace.filter(
    (other) => other.timeMs > point.timeMs - TRACE_MS && other.timeMs < point.timeMs,
  );
  const isAhead = event.atMs - speaker.nowMs >= CLOCK_STEP_MS;
  const nowMs = isAhead ? event.atMs : speaker.nowMs;
  return {
    ...speaker,
    nowMs,
    history: since(speaker.history, nowMs - HISTORY_MS),
    trace: [...kept, point],
    edgeProsody: event.summary === null ? speaker.edgeProsody : fromSummary(event.summary),
  };
};

/** The relay's measurements if it sends them, else the page's own. */
export const prosodyOf = (speaker: SpeakerState): Prosody | undefined =>
  speaker.directive?.prosody ?? speaker.edgeProsody;

const fromSummary = (summary: ProsodySummaryLike): Prosody => {
  const { pitch, energy, rhythm, voice_quality: quality } = summary;
  return {
    pitch: { mean: pitch.mean ?? undefined },
    energy: { mean: energy.mean ?? undefined },
    rhythm: {
      speechRate: rhythm.speech_rate ?? undefined,
      pauseRate: rhythm.pause_rate ?? undefined,
      averagePauseDuration: rhythm.average_pause_duration ?? undefined,
    },
    voiceQuality: {
      jitter: quality.jitter ?? undefined,
      shimmer: quality.shimmer ?? undefined,
      hnr: quality.hnr ?? undefined,
    },
  };
};

const withPoint = (
  history: readonly HistoryPoint[],
  directive: Directive,
  nowMs: number,
): readonly HistoryPoint[] => {
  if (directive.valence === undefined || directive.arousal === undefined) {
    return since(history, nowMs - HISTORY_MS);
  }
  const { audioEndMs: timeMs, valence, arousal, speakerId } = directive;
  const point = { timeMs, valence, arousal, speakerId };
  // A revised directive covers a span that was already drawn. Points of the old revision from there on are removed.
  const kept = history.filter(
    (other) => other.timeMs >= nowMs - HISTORY_MS && other.timeMs <= point.timeMs - HISTORY_STEP_MS,
  );
  return [...kept, point];
};

const since = <T extends { readonly timeMs: number }>(points: readonly T[], fromMs: number): readonly T[] => {
  const first = points[0];
  return first === undefined || first.timeMs >= fromMs ? points : points.filter((p) => p.timeMs >= fromMs);
};
