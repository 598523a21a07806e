import type { Utterance } from './utterance.js';
import { defined } from '../../defined.js';

/** Two tellings of one turn share at least this much of the shorter one. */
const SHARED = 0.5;

/**
 * A live turn that is there already. After a relay died, another one takes the stream up from a checkpoint that is older
 * than what was stored: it hears the end of a turn again and gives it another name. One person
 * says one thing at a time, so a turn that lies over another one of the same person and channel is that turn.
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
 * What is kept of a turn that was told twice: the longer telling, which heard more of it, in the first one's place and with
 * what a person said of it.
 * @returns undefined where the first telling is as long: nothing is new
 */
export const mergeRepeatedTurn = (known: Utterance, turn: Utterance): Utterance | undefined => {
  if (lengthMs(turn) <= lengthMs(known)) return undefined;
  const { utteranceId, arrival, corrected, correction, emotion, confidence, uncertain = false, tone } = known;
  // The relay that died knew that it is the agent's voice.
  if (known.role === 'agent' && turn.role === 'caller') {
    const { startMs, endMs } = turn;
    return { ...known, startMs: Math.min(known.startMs, startMs), endMs: Math.max(known.endMs, endMs) };
  }
  return {
    ...turn,
    utteranceId,
    arrival,
    ...(corrected === true && { corrected, emotion, confidence, uncertain, tone }),
    ...defined({ correction }),
  };
};

const lengthMs = ({ startMs, endMs }: Utterance): number => endMs - startMs;
