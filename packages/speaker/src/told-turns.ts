import { LEAST_SPEAKER_FRAMES } from './diarize.js';
import type { LiveVoices } from './live-voices.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { compareStretches } from './speaker-score.js';
import type { SpeakerTurn, TurnRevised } from './speaker-turn.js';
import type { Voiceprint } from './voiceprint.js';

/** How long after its end a turn's speaker may be revised, ms. */
export const REVISABLE_MS = 180_000;
/** The most turns that may be revised, which bounds the memory: 180 s have so many of .7 s. */
const MOST_TURNS = 256;
/** Another voice must be likelier by this much, as a natural logarithm. */
const CLEAR_MARGIN = 3;
/** The same at the end of the stream, after which nothing can be taken back. */
const LAST_MARGIN = 1;
/** How long after a turn its speaker may have said less than a person in a recording must: a person goes on. ms. */
const STRANGE_MS = 15_000;
/** How many findings of the voices in a row must agree; one more for each time that the turn was revised. */
const LOOKS = 2;

/** What is found of the voices. */
type Voices = Pick<LiveVoices, 'voices' | 'heirOf'>;

interface ToldTurn {
  readonly id: number;
  readonly turn: SpeakerTurn;
  /** Absent for a turn that is heard only beneath another one. */
  readonly voiceprint: Voiceprint | undefined;
  speaker: number;
  revision: number;
  /** Whose it seems to be, and after how many looks in a row. */
  seems: number;
  looks: number;
}

/**
 * The turns of a live stream that were told and whose speaker may still be revised. Each is compared with the
 * voices whenever these were found anew.
 */
export class ToldTurns {
  private turns: ToldTurn[] = [];

  private readonly leastSeconds: number;

  constructor(private readonly metadata: SpeakerMetadata) {
    this.leastSeconds = (LEAST_SPEAKER_FRAMES * metadata.granularitySamples) / metadata.sampleRateHz;
  }

  add(id: number, turn: SpeakerTurn, voiceprint: Voiceprint | undefined): void {
    const { speaker } = turn;
    this.turns.push({ id, turn, voiceprint, speaker, revision: 0, seems: speaker, looks: 0 });
    if (this.turns.length > MOST_TURNS) this.turns.shift();
  }

  /**
   * Compares the turns with the voices as they are found now.
   *
   * @param nowMs up to where the stream is decided
   * @param last no more looks follow
   */
  look(voices: Voices, nowMs: number, last: boolean): TurnRevised[] {
    this.turns = this.turns.filter(({ turn }) => turn.endMs > nowMs - REVISABLE_MS);
    return this.turns.flatMap((told) => {
      const isOld = last || told.turn.endMs < nowMs - STRANGE_MS;
      const speaker = this.speakerOf(told, voices, last ? LAST_MARGIN : CLEAR_MARGIN, isOld);
      told.looks = told.seems === speaker ? told.looks + 1 : 1;
      told.seems = speaker;
      const isClear = last || told.looks >= LOOKS + told.revision;
      return speaker !== told.speaker && isClear ? [revised(told, speaker)] : [];
    });
  }

  /** @param ofPersons only of those who have said enough since */
  private speakerOf(
    { speaker, voiceprint, turn }: ToldTurn,
    voices: Voices,
    margin: number,
    ofPersons: boolean,
  ): number {
    // A voice that turned out to be another one takes its turns with it.
    const heir = voices.heirOf(speaker);
    let [best, bestRatio, ownRatio] = [heir, -Infinity, -Infinity];
    for (const voice of voices.voices) {
      if (voiceprint === undefined || voice.number < 0) continue;
      if (ofPersons && voice.voiceprint.speechSeconds < this.leastSeconds) continue;
      const { logLikelihoodRatio } = compareStretches(this.metadata, voiceprint, voice.voiceprint);
      if (voice.number === heir) ownRatio = logLikelihoodRatio;
      if (logLikelihoodRatio > bestRatio) [best, bestRatio] = [voice.number, logLikelihoodRatio];
    }
    const nearest = bestRatio - ownRatio > margin ? best : heir;
    return nearest !== speaker && this.speaksThen(nearest, turn) ? speaker : nearest;
  }

  /** Whether this speaker has a turn at the same time already, as one of two who speak at once. */
  private speaksThen(speaker: number, { startMs, endMs }: SpeakerTurn): boolean {
    return this.turns.some(
      (each) => each.speaker === speaker && each.turn.startMs < endMs && each.turn.endMs > startMs,
    );
  }
}

const revised = (told: ToldTurn, speaker: number): TurnRevised => {
  const { id, turn, speaker: previous } = told;
  told.speaker = speaker;
  told.revision += 1;
  const { startMs, endMs } = turn;
  return { type: 'turn_revised', id, speaker, previous, startMs, endMs, revision: told.revision };
};
