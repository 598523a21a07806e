import type { TurnLike } from '../session/session-like.js';

/** A long call has hundreds of turns; the strip is for the last few minutes. */
export const MAX_TURNS = 40;

/** A turn with the emotion it ended on. */
export interface TurnView extends TurnLike {
  readonly emotion: string | undefined;
}

/** Nothing is said of how somebody's turns sounded. */
export const withoutEmotion = (turns: readonly TurnView[], speakerId: string): readonly TurnView[] =>
  turns.map((turn) => (turn.speakerId === speakerId ? { ...turn, emotion: undefined } : turn));

/** Adds a turn or updates it, keeps them in order of their start, and forgets the oldest. */
export const withTurn = (
  turns: readonly TurnView[],
  turn: TurnLike,
  emotion: string | undefined,
): readonly TurnView[] => {
  const known = turns.find((other) => other.turnId === turn.turnId);
  const merged: TurnView = {
    ...known,
    ...turn,
    text: turn.text ?? known?.text,
    emotion: emotion ?? known?.emotion,
  };
  return [...turns.filter((other) => other.turnId !== turn.turnId), merged]
    .sort((a, b) => a.startMs - b.startMs)
    .slice(-MAX_TURNS);
};
