import type { VocalEvent } from '@undertone/protocol';

/** As many as turns: they stand in one list. */
export const MAX_SOUNDS = 40;

/** A sound of the voice that is no speech: a laugh, a sigh. It is no emotion. */
export type SoundView = Pick<VocalEvent, 'speakerId' | 'channel' | 'event' | 'startMs' | 'endMs'>;

/** Adds a sound and forgets the oldest. One that is told in parts, or again after a resume, stays one. */
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
