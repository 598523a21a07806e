import type { VoiceActivityChange } from '@undertone/hearing';

/** Whether speech is under way after these changes of one channel; undefined when there is none, so that it is as before. */
export const speaksAfter = (changes: readonly VoiceActivityChange[]): boolean | undefined => {
  const last = changes.at(-1);
  return last && last.kind === 'start';
};
