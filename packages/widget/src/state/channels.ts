import type { Subject } from '@undertone/protocol';
import type { SpeakerState } from './speaker-state.js';

/** Whose voice is on which channel of the call. */
export interface Channels {
  readonly subjects: ReadonlyMap<number, Subject>;
  /** The ids of the channels that several people share. Their voices' ids begin with them. */
  readonly shared: ReadonlyMap<number, string>;
}

/** Collects what is known about the call's channels. */
export const channelsOf = (speakers: readonly SpeakerState[]): Channels => ({
  subjects: new Map(speakers.map(({ channel, subject }) => [channel, subject])),
  shared: new Map(
    speakers.flatMap(({ channel, sharedAs }) =>
      sharedAs === undefined ? [] : [[channel, sharedAs] as const],
    ),
  ),
});

/**
 * The number of a voice on a shared channel. Voices are numbered in the order in which they were first heard (proto/SPEC.md, RT90).
 * @returns undefined on a channel of one person, and for an id that is not of this form
 */
export const voiceNumber = (
  { shared }: Channels,
  speakerId: string | undefined,
  channel: number,
): number | undefined => {
  const id = shared.get(channel);
  if (id === undefined || speakerId?.startsWith(`${id}_s`) !== true) return undefined;
  const number = Number.parseInt(speakerId.slice(id.length + 2), 10);
  return number > 0 ? number : undefined;
};
