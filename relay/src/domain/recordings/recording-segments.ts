import type { EmotionSegment } from './overall-emotion.js';
import type { RecordingChannel } from './recording-channel.js';

/** Of less speech, the recording's own reading says everything: the model remembers about that much. */
const LEAST_SPEECH_MS = 4_000;

/** A stretch of speech on one channel of a recording. */
export interface RecordingSegment extends EmotionSegment {
  readonly channel: number;
}

/** The course of a recording, in order of time. Undefined where nobody spoke for longer than {@link LEAST_SPEECH_MS}. */
export const segmentsOf = (
  channels: readonly Pick<RecordingChannel, 'channel' | 'segments'>[],
): readonly RecordingSegment[] | undefined => {
  const segments = channels.flatMap(({ channel, segments: heard }) =>
    heard.map((segment) => ({ ...segment, channel })),
  );
  const speechMs = segments.reduce((sum, { emotion }) => sum + emotion.speechMs, 0);
  if (speechMs <= LEAST_SPEECH_MS) return undefined;
  return segments.sort((one, other) => one.startMs - other.startMs || one.channel - other.channel);
};
