import type { ServerBody } from '@undertone/protocol';
import { speakerOn } from '../channel-roles.js';
import type { ChannelState } from '../channel-state.js';
import type { CallState } from '../call-state.js';
import type { ToneEvent } from './tone-shift.js';
import { transitionVocal, type VocalInput } from './vocal-events.js';

/** Takes in a channel's sounds that are not speech, and sends a message when a laugh, a sigh … is over. */
export const hearVocal = (
  state: CallState,
  channel: ChannelState,
  index: number,
  input: VocalInput,
): ServerBody[] => {
  const { vocal, event } = transitionVocal(channel.vocal, input);
  channel.vocal = vocal;
  if (event === undefined || !state.config.features.includes('emotion')) return [];
  const value = {
    ...event,
    speakerId: speakerOn(state, index),
    channel: index,
    startMs: Math.round(event.startMs),
    endMs: Math.round(event.endMs),
  };
  return [{ kind: 'vocal_event', value }];
};

/** The message about a tone shift, with the baseline that it is measured against. */
export const toneShift = (
  state: CallState,
  channel: ChannelState,
  index: number,
  event: ToneEvent | undefined,
): ServerBody[] => {
  if (event === undefined) return [];
  const { updates, valence, arousal } = channel.voice.baseline;
  const value = {
    speakerId: speakerOn(state, index),
    onsetMs: Math.round(event.onsetMs),
    commitMs: Math.round(event.commitMs),
    durationMs: Math.round(event.durationMs),
    magnitude: event.magnitude,
    direction: event.direction,
    baseline: { n: updates, valence: valence.mean, arousal: arousal.mean },
    resolved: event.resolved,
  };
  return [{ kind: 'tone_shift', value }];
};
