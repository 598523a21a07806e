import type { SpeakerFrames } from './speaker-frames.js';
import type { Voiceprint } from './voiceprint.js';

/** A stretch in which one person speaks. Turns of two people may overlap in time. */
export interface SpeakerTurn {
  /** 0 for who speaks first, 1 for the next new voice, … Stable: a live stream never renumbers. */
  readonly speaker: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Somebody else speaks in a part of this turn; the parts are `overlaps` of `Diarization`. */
  readonly overlap: boolean;
  /** 0 to 1: how clearly this speaker rather than the next most likely one; 1 where there is only one. */
  readonly confidence: number;
}

/** One voice of a recording. */
export interface DiarizedSpeaker {
  readonly speaker: number;
  /** Milliseconds in which this person speaks, overlaps counted in. */
  readonly talkMs: number;
  /** Made from the turns without overlap; absent where these hold less than half a second of speech. */
  readonly voiceprint?: Voiceprint;
}

/** Who spoke when. */
export interface Diarization {
  /** By start, then by speaker. */
  readonly turns: readonly SpeakerTurn[];
  /** By number. */
  readonly speakers: readonly DiarizedSpeaker[];
  /** Where two people speak at once, by start. */
  readonly overlaps: readonly { readonly startMs: number; readonly endMs: number }[];
}

export interface DiarizeOptions {
  /** Number of speakers where it is known; otherwise it is estimated. */
  readonly speakers?: number;
  /** Most speakers an estimate may come to, 1 to 16. Default 8. */
  readonly maxSpeakers?: number;
  /** Voice activity from elsewhere, sorted and apart; otherwise the model's own. */
  readonly speech?: readonly { readonly startMs: number; readonly endMs: number }[];
}

export interface OnlineDiarizerOptions {
  /** Most speakers that are told apart; a further voice goes to the nearest. 1 to 16. Default 8. */
  readonly maxSpeakers?: number;
  /** Milliseconds between a moment and its decision, 500 to 5000; 500 more for a new voice. More is surer. Default 1500. */
  readonly latencyMs?: number;
}

/** What a live, mixed stream's diarizer tells. */
export type OnlineDiarizerEvent =
  /** A voice that was not heard before in this stream. Comes before its first turn. */
  | { readonly type: 'speaker'; readonly speaker: number; readonly atMs: number }
  | { readonly type: 'turn_start'; readonly speaker: number; readonly atMs: number }
  /** Final: `turn.startMs` is the `atMs` of this speaker's `turn_start`. */
  | { readonly type: 'turn_end'; readonly turn: SpeakerTurn };

/** Tells speakers of one mixed live stream apart while it runs. */
export interface OnlineDiarizer {
  /** Takes the stream's next frames; they must follow the last ones without a gap. */
  push(frames: SpeakerFrames): readonly OnlineDiarizerEvent[];
  /** Decides what is left and ends open turns. */
  end(): readonly OnlineDiarizerEvent[];
  /** Everyone told so far, by number; voiceprints are of what is thought to be theirs now, absent for who turned out to be another. */
  speakers(): readonly DiarizedSpeaker[];
}
