import type { Utterance } from './utterance.js';
import { defined } from '../../defined.js';

/** Two versions of one turn share at least this much of the shorter one. */
const SHARED = 0.5;

/**
 * Finds the stored version of a live turn. After a relay died, another one continues the stream from a checkpoint that is older
 * than the stored turns. It hears the end of a turn again and gives it another id. One person says one thing at a time, so
 * two overlapping turns of the same person and channel are the same turn.
 */
export const findRepeatedTurn = (known: readonly Utterance[], turn: Utterance): Utterance | undefined => {
  if (turn.source !== 'stream') return undefined;
  return known.find((other) => {
    if (other.source !== 'stream' || other.channel !== turn.channel || other.speakerId !== turn.speakerId) {
      return false;
    }
    if (other.utteranceId === turn.utteranceId) return true;
    const shorterMs = Math.min(lengthMs(other), lengthMs(turn));
    const sharedMs = Math.min(other.endMs, turn.endMs) - Math.max(other.startMs, turn.startMs);
    return sharedMs > 0 && sharedMs >= SHARED * shorterMs;
  });
};

/**
 * Merges two versions of a turn: the longer version, which heard more, with the id, the place and any correction of the
 * first.
 * @returns undefined when the new version is not longer, so nothing changes
 */
export const mergeRepeatedTurn = (known: Utterance, turn: Utterance): Utterance | undefined => {
  if (lengthMs(turn) <= lengthMs(known)) return undefined;
  const { utteranceId, arrival, corrected, correction, emotion, confidence, uncertain = false, tone } = known;
  // A relay that took over has heard less of the voice.
  const { mood = turn.mood, moodMs = turn.moodMs } = known;
  // The relay that died had already recognized the agent's voice.
  if (known.role === 'agent' && turn.role === 'caller') {
    const { startMs, endMs } = turn;
    return { ...known, startMs: Math.min(known.startMs, startMs), endMs: Math.max(known.endMs, endMs) };
  }
  return {
    ...turn,
    utteranceId,
    arrival,
    ...(corrected === true && { corrected, emotion, confidence, uncertain, tone }),
    ...defined({ correction, mood, moodMs }),
  };
};

const lengthMs = ({ startMs, endMs }: Utterance): number => endMs - startMs;
