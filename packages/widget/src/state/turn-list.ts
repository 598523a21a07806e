import { UNCERTAIN, type TurnRevised } from '@undertone/protocol';
import type { TurnLike } from '../session/session-like.js';
import { type Person, personOf } from './people.js';

/** A long call has hundreds of turns; the list shows only the last few minutes. */
export const MAX_TURNS = 40;

/** A turn with the emotion at its end. */
export interface TurnView extends TurnLike {
  /** One of the labels; undefined where none is told. */
  readonly emotion: string | undefined;
}

/** Removes the emotion from one speaker's turns. */
export const withoutEmotion = (turns: readonly TurnView[], speakerId: string): readonly TurnView[] =>
  turns.map((turn) => (turn.speakerId === speakerId ? { ...turn, emotion: undefined } : turn));

/** Gives a turn to another speaker, in its place. The agent's turns have no emotion. */
export const withRevised = (
  turns: readonly TurnView[],
  { turnId, speakerId }: TurnRevised,
  people: readonly Person[],
): readonly TurnView[] => {
  const isAgent = personOf(people, speakerId)?.isAgent === true;
  return turns.map((turn) =>
    turn.turnId === turnId ? { ...turn, speakerId, emotion: isAgent ? undefined : turn.emotion } : turn,
  );
};

/** Gives a turn the label of the whole of it, in place of what was told while it was spoken. The agent's turns have none. */
export const withWhole = (
  turns: readonly TurnView[],
  turnId: string,
  label: string,
  people: readonly Person[],
): readonly TurnView[] =>
  turns.map((turn) =>
    turn.turnId === turnId && personOf(people, turn.speakerId)?.isAgent !== true
      ? { ...turn, emotion: label === UNCERTAIN ? undefined : label }
      : turn,
  );

/**
 * Adds or updates a turn, keeps turns in order of their start, and drops the oldest.
 *
 * @param emotion How the voice sounds at this moment. A turn that has ended keeps what it ended with.
 */
export const withTurn = (
  turns: readonly TurnView[],
  turn: TurnLike,
  emotion: string | undefined,
): readonly TurnView[] => {
  const known = turns.find((other) => other.turnId === turn.turnId);
  const merged: TurnView = {
    ...known,
    ...turn,
    endMs: turn.endMs ?? known?.endMs,
    text: turn.text ?? known?.text,
    emotion: known?.endMs === undefined ? emotion : known.emotion,
  };
  return [...turns.filter((other) => other.turnId !== turn.turnId), merged]
    .sort((a, b) => a.startMs - b.startMs)
    .slice(-MAX_TURNS);
};
