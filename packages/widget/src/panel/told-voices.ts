import type { MoodSpan } from '@undertone/protocol';
import type { CallState } from '../state/call-state.js';
import { channelsOf, voiceNumber } from '../state/channels.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { moodOf } from '../state/voices.js';

/** A voice of a call that is over, and its stretches of mood. */
export interface ToldVoice {
  readonly id: string | undefined;
  readonly spans: readonly MoodSpan[];
}

/**
 * Whom the pictures after a call are about: each voice of a shared line that a mood is known of, by their numbers; else the one
 * voice of the channel. Never empty.
 */
export const toldVoices = (speaker: SpeakerState, { speakers }: CallState): readonly ToldVoice[] => {
  const { channel, voices } = speaker;
  const channels = channelsOf(speakers);
  const numberOf = (id: string): number => voiceNumber(channels, id, channel) ?? Infinity;
  const heard = voices
    .map(({ id, mood }) => ({ id, spans: mood.spans }))
    .filter(({ spans }) => spans.some(({ kind }) => kind !== 'unheard'))
    .sort((a, b) => numberOf(a.id) - numberOf(b.id));
  return heard.length > 1 ? heard : [{ id: speaker.directive?.speakerId, spans: moodOf(speaker).spans }];
};
