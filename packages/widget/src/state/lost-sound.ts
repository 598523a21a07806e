import type { SpeakerState } from './speaker-state.js';

/** A channel that delivers no sound, with the client's code for the reason. Without a channel it is all of them. */
export interface LostSound {
  readonly channel: number | undefined;
  readonly code: string;
}

/** The loss of sound in a call, as the panel reports it. */
export interface Silence {
  /** The client’s code for the reason. */
  readonly code: string;
  /** True when nobody who may be analyzed is heard. */
  readonly isWhole: boolean;
}

/** Adds a loss. A channel keeps only its newest reason, which says the most. */
export const withLost = (list: readonly LostSound[], loss: LostSound): readonly LostSound[] => [
  ...withoutLost(list, loss.channel),
  loss,
];

/** Removes a loss: the sound of the channel is back. */
export const withoutLost = (list: readonly LostSound[], channel: number | undefined): readonly LostSound[] =>
  list.filter((loss) => loss.channel !== channel);

/** Whether a channel delivers no sound. */
export const isLost = (list: readonly LostSound[], channel: number): boolean =>
  list.some((loss) => loss.channel === undefined || loss.channel === channel);

/** The loss to report; undefined while everybody who may be analyzed is heard. */
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
