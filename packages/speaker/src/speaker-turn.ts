import type { SpeakerFrames } from './speaker-frames.js';
import type { Voiceprint } from './voiceprint.js';

/** A stretch in which one person speaks. Turns of two people may overlap in time. */
export interface SpeakerTurn {
  /** 0 for the first speaker, 1 for the next new voice, … A live stream never changes these numbers. */
  readonly speaker: number;
  /** From the beginning of the audio. */
  readonly startMs: number;
  /** From the beginning of the audio. */
  readonly endMs: number;
  /** Somebody else speaks in a part of this turn; `overlaps` of `Diarization` lists the parts. */
  readonly overlap: boolean;
  /** 0 to 1: how clearly it is this speaker and not the next most likely one; 1 when there is only one. */
  readonly confidence: number;
}

/** One voice of a recording. */
export interface DiarizedSpeaker {
  /** As in the turns. */
  readonly speaker: number;
  /** Milliseconds in which this person speaks, including overlaps. */
  readonly talkMs: number;
  /** Made from the turns without overlap; absent when these contain less than half a second of speech. */
  readonly voiceprint?: Voiceprint;
}

/** Who spoke when. */
export interface Diarization {
  /** By start, then by speaker. */
  readonly turns: readonly SpeakerTurn[];
  /** By number. */
  readonly speakers: readonly DiarizedSpeaker[];
  /** The stretches in which two people speak at once, by start. */
  readonly overlaps: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** What is known of a recording before its speakers are told apart. */
export interface DiarizeOptions {
  /** The number of speakers, if known. Otherwise it is estimated. */
  readonly speakers?: number;
  /** The largest estimated number of speakers, 1 to 16. Default 8. */
  readonly maxSpeakers?: number;
  /** Voice activity from elsewhere, sorted and without overlap. By default the model's own. */
  readonly speech?: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** How soon a live stream’s speakers are told apart, and how many. */
export interface OnlineDiarizerOptions {
  /** The largest number of speakers; a further voice goes to the nearest one. 1 to 16. Default 8. */
  readonly maxSpeakers?: number;
  /**
   * Milliseconds between a moment and its decision, 500 to 5000; 500 more for a new voice. A longer latency
   * is more reliable. Default 1500.
   */
  readonly latencyMs?: number;
}

/** A turn that has ended is now thought to be another speaker's. */
export interface TurnRevised {
  /** Tells it from the events of turns. */
  readonly type: 'turn_revised';
  /** The `id` of its `turn_start` and `turn_end`. */
  readonly id: number;
  /** Whose it is now. */
  readonly speaker: number;
  /** Whose it was told to be until now. */
  readonly previous: number;
  /** As told before. */
  readonly startMs: number;
  /** As told before. */
  readonly endMs: number;
  /** 1 for the first time that this turn is revised, then 2, … */
  readonly revision: number;
}

/** The events of a live, mixed stream's diarizer. */
export type OnlineDiarizerEvent =
  /** A voice that is new in this stream. Comes before its first turn. */
  | { readonly type: 'speaker'; readonly speaker: number; readonly atMs: number }
  | { readonly type: 'turn_start'; readonly id: number; readonly speaker: number; readonly atMs: number }
  /** The times are final: `turn.startMs` is the `atMs` of the `turn_start` with the same `id`. */
  | { readonly type: 'turn_end'; readonly id: number; readonly turn: SpeakerTurn }
  | TurnRevised;

/** Separates the speakers of one mixed live stream while it runs. */
export interface OnlineDiarizer {
  /** Takes the next frames of the stream, which must follow the last ones without a gap. */
  push(frames: SpeakerFrames): readonly OnlineDiarizerEvent[];
  /** Decides the rest and ends open turns. */
  end(): readonly OnlineDiarizerEvent[];
  /**
   * All reported speakers, by number. Their voiceprints use the speech that is attributed to them now, and
   * are absent for a speaker who turned out to be another one.
   */
  speakers(): readonly DiarizedSpeaker[];
}
