import { isActive } from './turns/activity.js';
import type { AnalysisResult } from './analysis-result.js';
import { countedAs, speakerOn } from './channel-roles.js';
import type { ChannelState } from './channel-state.js';
import type { CallState } from './call-state.js';
import { addEmotion, addProsody } from './tally.js';
import type { SpeakerReading } from './emotion/speaker-state.js';

/** Speech in the span, ms, by the source of `vadMode`: the worker's count if it found speech, else the whole span if the page did. */
export const speechMsIn = (
  { config: { vadMode } }: CallState,
  { activity }: ChannelState,
  result: AnalysisResult,
  spokeBefore: boolean,
): number => {
  if (vadMode !== 'client' && result.speech) return result.speechMs;
  const speaks = spokeBefore || isActive(activity, vadMode);
  return vadMode !== 'server' && activity.client && speaks ? result.endMs - result.startMs : 0;
};

/** Adds a span to the sums of the call. */
export const tallySpeech = (
  state: CallState,
  result: AnalysisResult,
  speechMs: number,
  reading: SpeakerReading | undefined,
): void => {
  const speaker = countedAs(state, result.channel, speakerOn(state, result.channel));
  if (result.prosody !== undefined && speechMs > 0)
    state.tally = addProsody(state.tally, speaker, result.prosody, speechMs);
  if (reading === undefined) return;
  const { dimensions, signals } = reading;
  const { valence, arousal } = dimensions;
  state.tally = addEmotion(state.tally, speaker, {
    speechMs,
    valence,
    arousal,
    escalation: signals.escalation,
  });
};
