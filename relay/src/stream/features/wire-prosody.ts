import type { Prosody } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';

/** A summary as it comes from a page; what is absent there was not known. */
export const fromWireProsody = ({ pitch, energy, rhythm, voiceQuality }: Prosody): ProsodySummary => ({
  pitch: {
    mean: pitch.mean ?? null,
    std: pitch.std ?? null,
    min: pitch.min ?? null,
    max: pitch.max ?? null,
    range: pitch.range ?? null,
  },
  energy: { mean: energy.mean ?? null, std: energy.std ?? null },
  rhythm: {
    speech_rate: rhythm.speechRate ?? null,
    pause_rate: rhythm.pauseRate ?? null,
    average_pause_duration: rhythm.averagePauseDuration ?? null,
  },
  voice_quality: {
    jitter: voiceQuality.jitter ?? null,
    shimmer: voiceQuality.shimmer ?? null,
    hnr: voiceQuality.hnr ?? null,
  },
});
