import type { ServerBody } from '@undertone/protocol';
import type { Baseline } from './emotion/baseline.js';
import { freshBaseline } from './emotion/baseline.js';
import { speakerOn } from './channel-roles.js';
import type { CallState } from './call-state.js';
import { freshSpeakerState, type SpeakerState } from './emotion/speaker-state.js';

/** How many silent speakers of a channel keep their state. When there are more, the oldest is forgotten. */
const KEPT_VOICES = 16;

/**
 * Switches a mixed channel to the person who speaks now. Each person has their own smoothing, baseline, tone and steering, and
 * none of it affects another person's.
 */
export const handOver = (
  state: CallState,
  index: number,
  speaker: string,
  atMs: number,
): readonly ServerBody[] => {
  const channel = state.channels[index];
  if (channel === undefined || channel.speaker === speaker) return [];
  const { speaker: before, others = {} } = channel;
  const known = others[speaker];
  const kept = Object.entries(others).filter(([id]) => id !== speaker);
  if (before !== undefined) kept.push([before, channel.voice]);
  channel.others = Object.fromEntries(kept.slice(-KEPT_VOICES));
  channel.voice = known ?? newVoice(state, speaker);
  channel.speaker = speaker;
  channel.speaking = false;
  channel.directiveEndMs = null;
  const at = Math.round(atMs);
  return [
    ...(known === undefined
      ? [{ kind: 'new_speaker', value: { channel: index, speakerId: speaker, atMs: at } } as const]
      : []),
    {
      kind: 'speaker_change',
      value: {
        channel: index,
        speakerId: speaker,
        atMs: at,
        ...(before !== undefined && { fromSpeakerId: before }),
      },
    },
  ];
};

/** Whether `new_speaker` or a result has named this speaker. */
export const hasSpoken = (state: CallState, speaker: string): boolean =>
  voiceOf(state, speaker) !== undefined;

/** How a speaker usually sounds. @returns undefined for a speaker who has not spoken */
export const baselineOf = (state: CallState, speaker: string): Baseline | undefined =>
  voiceOf(state, speaker)?.voice.baseline;

/**
 * Sets a speaker's baseline from earlier calls, or forgets it. It replaces what this call learned before the person was
 * recognized, which is little in comparison. A speaker without a result starts with it later.
 */
export const setBaseline = (state: CallState, speaker: string, baseline: Baseline | undefined): void => {
  const found = voiceOf(state, speaker);
  const others = Object.fromEntries(Object.entries(state.usual ?? {}).filter(([id]) => id !== speaker));
  state.usual = found === undefined && baseline !== undefined ? { ...others, [speaker]: baseline } : others;
  found?.put({ ...found.voice, baseline: baseline ?? freshBaseline() });
};

const newVoice = (state: CallState, speaker: string): SpeakerState => {
  const { [speaker]: usual, ...others } = state.usual ?? {};
  if (usual === undefined) return freshSpeakerState();
  state.usual = others;
  return { ...freshSpeakerState(), baseline: usual };
};

const voiceOf = (
  state: CallState,
  speaker: string,
): { readonly voice: SpeakerState; readonly put: (voice: SpeakerState) => void } | undefined => {
  for (const [index, channel] of state.channels.entries()) {
    if (speakerOn(state, index) === speaker) {
      return { voice: channel.voice, put: (voice) => (channel.voice = voice) };
    }
    const { others } = channel;
    const voice = others?.[speaker];
    if (others !== undefined && voice !== undefined) {
      return { voice, put: (changed) => (others[speaker] = changed) };
    }
  }
  return undefined;
};
