import type { ProsodySummary } from '@undertone/prosody';
import { z } from 'zod';

const figure = z.number().nullable();

export const prosodySchema = z
  .strictObject({
    pitch: z
      .strictObject({
        mean: figure.meta({ description: 'Hz, over voiced frames' }),
        std: figure.describe('Hz'),
        min: figure.describe('Hz'),
        max: figure.describe('Hz'),
        range: figure.describe('Hz, from min to max'),
      })
      .describe('The fundamental frequency: how high the voice is.'),
    energy: z
      .strictObject({
        mean: figure.meta({ description: 'dB relative to full scale, over frames of speech' }),
        std: figure.describe('dB'),
      })
      .describe('How loud the speech is.'),
    rhythm: z
      .strictObject({
        speech_rate: figure.meta({ description: 'syllables per second of audio' }),
        pause_rate: figure.meta({ description: 'pauses per minute of audio' }),
        average_pause_duration: figure.meta({ description: 'seconds; 0 for speech without a pause' }),
      })
      .describe('How fast the speech is, and how often it pauses.'),
    voice_quality: z
      .strictObject({
        jitter: figure.meta({ description: 'local jitter, as a fraction of the mean period' }),
        shimmer: figure.meta({ description: 'local shimmer, as a fraction of the mean amplitude' }),
        hnr: figure.meta({ description: 'dB' }),
      })
      .describe('How regular the voice is: jitter, shimmer, and harmonics against noise.'),
  })
  .meta({ id: 'Prosody', description: 'A measure that is not defined for the audio is null.' });

/** Speech without a pause has pauses of 0 seconds, as the interface promises a number. Without speech nothing was measured. */
export const prosodyOf = (prosody: ProsodySummary | undefined): ProsodySummary | null => {
  if (prosody === undefined) return null;
  const { rhythm, energy } = prosody;
  const isWithoutPause = rhythm.pause_rate === 0 && energy.mean !== null;
  if (!isWithoutPause || rhythm.average_pause_duration !== null) return prosody;
  return { ...prosody, rhythm: { ...rhythm, average_pause_duration: 0 } };
};
