import type { VocalEvent } from '@undertone/protocol';

/** As many as turns: one list shows both. */
export const MAX_SOUNDS = 40;

/** A sound of the voice other than speech, such as a laugh or a sigh. It is not an emotion. */
export type SoundView = Pick<VocalEvent, 'speakerId' | 'channel' | 'event' | 'startMs' | 'endMs'>;

/** Adds a sound and drops the oldest. A sound that arrives in parts, or again after a resume, stays one sound. */
export const withSound = (sounds: readonly SoundView[], event: VocalEvent): readonly SoundView[] => {
  const sound: SoundView = {
    speakerId: event.speakerId,
    channel: event.channel,
    event: event.event,
    startMs: event.startMs,
    endMs: event.endMs,
  };
  const touches = (other: SoundView): boolean =>
    other.channel === sound.channel &&
    other.event === sound.event &&
    other.startMs <= sound.endMs &&
    sound.startMs <= other.endMs;
  const parts = sounds.filter(touches);
  const whole = {
    ...sound,
    startMs: Math.min(sound.startMs, ...parts.map((part) => part.startMs)),
    endMs: Math.max(sound.endMs, ...parts.map((part) => part.endMs)),
  };
  return [...sounds.filter((other) => !touches(other)), whole]
    .sort((a, b) => a.startMs - b.startMs)
    .slice(-MAX_SOUNDS);
};
