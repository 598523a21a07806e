import type { ClientBody } from '@undertone/protocol';

/** What the browser says about a track. The relay uses it to judge the sound. */
export const audioSource = (
  channel: number,
  track: MediaStreamTrack,
  contextRateHz: number | undefined,
): ClientBody => {
  const settings = track.getSettings();
  return {
    kind: 'audio.source',
    value: {
      channel,
      sampleRate: settings.sampleRate ?? contextRateHz,
      echoCancellation: asBoolean(settings.echoCancellation),
      noiseSuppression: asBoolean(settings.noiseSuppression),
      agc: asBoolean(settings.autoGainControl),
    },
  };
};

/** Newer browsers name the kind of echo cancellation instead of `true`. */
const asBoolean = (setting: unknown): boolean | undefined => {
  if (setting === undefined) return undefined;
  return setting !== false;
};
