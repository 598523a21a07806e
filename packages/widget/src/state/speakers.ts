import type { SessionReady, Subject } from '@undertone/protocol';
import type { ChannelLike } from '../session/session-like.js';
import { newSpeaker, type SpeakerState } from './speaker-state.js';

/** What is known of each channel of a call. */
export type Speakers = readonly SpeakerState[];

/** What becomes of one of them. The same object where nothing changes. */
export type Change = (speaker: SpeakerState) => SpeakerState;

/** Until `session.ready` says who is on a channel, it counts as the customer's. */
const DEFAULT_SUBJECT: Subject = 'customer';

/** The channels as the page has them. What was heard on them stays. */
export const withChannels = (speakers: Speakers, channels: readonly ChannelLike[]): Speakers =>
  channels.map((channel, index) => {
    const analyzed = channel.subject !== 'agent';
    const known = speakers.find((speaker) => speaker.channel === index);
    return known === undefined
      ? newSpeaker(index, channel.subject, analyzed)
      : { ...known, subject: channel.subject };
  });

/** The channels as the relay tells them: who is on which, whether several share it, and whether agents are analyzed. */
export const withTold = (
  speakers: Speakers,
  { channels, policy }: Pick<SessionReady, 'channels' | 'policy'>,
): Speakers => {
  const known = new Map(speakers.map((speaker) => [speaker.channel, speaker]));
  for (const [channel, { subject = DEFAULT_SUBJECT, id, mixed }] of channels.entries()) {
    const sharedAs = mixed === true ? id : undefined;
    known.set(channel, { ...(known.get(channel) ?? newSpeaker(channel, subject, true)), subject, sharedAs });
  }
  return [...known.values()].map((speaker) => ({
    ...speaker,
    analyzed: speaker.subject !== 'agent' || policy.agentAnalysis,
  }));
};

/** Changes a known channel only: the page's measurements of a channel do not say who is on it. */
export const changeKnown = (speakers: Speakers, channel: number, change: Change): Speakers => {
  const known = speakers.find((speaker) => speaker.channel === channel);
  if (known === undefined) return speakers;
  const next = change(known);
  return next === known ? speakers : speakers.map((speaker) => (speaker === known ? next : speaker));
};

/** Changes a channel. One that nothing was known of is added. */
export const changeOrAdd = (speakers: Speakers, channel: number, change: Change): Speakers =>
  speakers.some((speaker) => speaker.channel === channel)
    ? changeKnown(speakers, channel, change)
    : [...speakers, change(newSpeaker(channel, DEFAULT_SUBJECT, true))];
