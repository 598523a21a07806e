import type { SpeakerState } from './speaker-state.js';

/** A channel that brings no sound, and why as the client's code; without a channel it is all of them. */
export interface LostSound {
  readonly channel: number | undefined;
  readonly code: string;
}

/** What is missing of a call's sound, in words' terms. */
export interface Silence {
  readonly code: string;
  /** Nobody who may be analyzed is heard. */
  readonly isWhole: boolean;
}

/** Adds a loss. A channel has one reason at a time: the newest says most. */
export const withLost = (list: readonly LostSound[], loss: LostSound): readonly LostSound[] => [
  ...withoutLost(list, loss.channel),
  loss,
];

/** Sound is back where it was lost. */
export const withoutLost = (list: readonly LostSound[], channel: number | undefined): readonly LostSound[] =>
  list.filter((loss) => loss.channel !== channel);

/** Whether a channel brings no sound. */
export const isLost = (list: readonly LostSound[], channel: number): boolean =>
  list.some((loss) => loss.channel === undefined || loss.channel === channel);

/** What to say of it; undefined where everybody who may be analyzed is heard. */
export const silenceOf = (
  list: readonly LostSound[],
  speakers: readonly SpeakerState[],
): Silence | undefined => {
  const dropped = new Set(speakers.filter(({ analyzed }) => !analyzed).map(({ channel }) => channel));
  const loss = list.find(({ channel }) => channel === undefined || !dropped.has(channel));
  if (loss === undefined) return undefined;
  const isWhole = speakers.every(({ analyzed, channel }) => !analyzed || isLost(list, channel));
  return { code: loss.code, isWhole };
};
