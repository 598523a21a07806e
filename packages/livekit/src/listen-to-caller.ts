import { CallerListener, FRAME_MS, SAMPLE_RATE_HZ } from './caller-listener.js';
import type { ListenOptions } from './options.js';

/**
 * Streams the caller's audio of a LiveKit room to a relay and tells the agent how the caller sounds. The session begins with the
 * caller's first sound and ends with `close()`, with the room, or when the caller stays away.
 *
 * @example
 * const listener = await listenToCaller({ room: ctx.room, url: 'https://relay.example.com', apiKey });
 * listener.on('prompt', (sentence) => { … });
 *
 * @throws UsageError `invalid_option`
 */
export const listenToCaller = async (options: ListenOptions): Promise<CallerListener> => {
  // Loaded here, because it brings native code, which a program that only imports types does not need.
  const { AudioStream } = await import('@livekit/rtc-node');
  const listener = new CallerListener(
    options,
    (track) => new AudioStream(track, { sampleRate: SAMPLE_RATE_HZ, numChannels: 1, frameSizeMs: FRAME_MS }),
  );
  listener.open();
  return listener;
};
