import type { Subject } from '@undertone/protocol';
import type { SpeakerState } from './speaker-state.js';

/** Whose voice is on which channel of the call. */
export interface Channels {
  readonly subjects: ReadonlyMap<number, Subject>;
  /** The ids of those that several people share: their voices are named after them. */
  readonly shared: ReadonlyMap<number, string>;
}

/** What the relay said of the call's channels. */
export const channelsOf = (speakers: readonly SpeakerState[]): Channels => ({
  subjects: new Map(speakers.map(({ channel, subject }) => [channel, subject])),
  shared: new Map(
    speakers.flatMap(({ channel, sharedAs }) =>
      sharedAs === undefined ? [] : [[channel, sharedAs] as const],
    ),
  ),
});

/**
 * The number of a voice of a shared channel, in the order in which they were first heard (proto/SPEC.md, RT90).
 * @returns undefined on a channel of one person
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
