import { synthesizeSpeech } from './synthetic-speech.js';
import { synthesizeVowel } from './synthetic-voice.js';

/** One recording that Praat measured; `seconds` × 16,000 is 640 + 160 n, so that both place their frames alike. */
export interface PraatCase {
  name: string;
  samples: Float32Array;
  /** The true values that were generated. With jitter, shimmer or noise they differ from what Praat measures. */
  truth?: { jitter: number; shimmer: number };
}

const SECONDS = 1.54;

/** The synthetic recordings behind `fixtures/praat.json`. Rounded to 16 bit, as the file Praat read was. */
export const praatCases = (): PraatCase[] => {
  const vowels = [90, 120, 160, 210, 260, 320].flatMap((f0Hz) =>
    [
      { label: 'clean', jitter: 0, shimmer: 0 },
      { label: 'perturbed', jitter: 0.01, shimmer: 0.05 },
      { label: 'noisy', jitter: 0.005, shimmer: 0.03, hnrDb: 15 },
    ].map(({ label, ...voice }): PraatCase => {
      const { samples, truth } = synthesizeVowel({ seconds: SECONDS, f0Hz, seed: f0Hz, ...voice });
      const name = `vowel ${f0Hz} Hz ${label}`;
      return label === 'clean' ? { name, samples } : { name, samples, truth };
    }),
  );
  const glide = synthesizeVowel({ seconds: SECONDS, f0Hz: (at) => 100 * 2.5 ** (at / SECONDS), seed: 5 });
  const speech = [110, 220].map((f0Hz) => ({
    name: `speech ${f0Hz} Hz`,
    samples: synthesizeSpeech({ phrases: [4, 5, 3], pauseSeconds: 0.4, f0Hz, seed: f0Hz }).samples,
  }));
  return [...vowels, { name: 'glide 100 to 250 Hz', samples: glide.samples }, ...speech].map(
    ({ samples, ...rest }) => ({
      ...rest,
      samples: toWholeFrames(samples).map((value) => Math.round(value * 32_768) / 32_768),
    }),
  );
};

/** Cuts to 640 + 160 n samples: then Praat's first frame lies at 20 ms as ours does. */
export const toWholeFrames = (samples: Float32Array): Float32Array =>
  samples.slice(0, 640 + 160 * Math.floor((samples.length - 640) / 160));
