import { HOP_MS } from './prosody-options.js';
import type { ProsodySnapshot } from './prosody-summary.js';
import { Tally } from './tally.js';

/** With fewer neighboring periods than this, voice quality gives no information about the voice. */
const MINIMUM_PERIOD_PAIRS = 5;
/**
 * Share of the measured variance. The noise is known only to about a tenth; taking all of it out would leave chance.
 */
const LEAST_REMAINING = 0.05;
/** Rates per second or minute need at least a second. */
const MINIMUM_RHYTHM_FRAMES = 100;

/**
 * Turns sums into measures. A measure that the sums cannot define is null.
 * @param rhythmOf of all that was heard, or without the silence between turns
 */
export const summarize = (tally: Tally, rhythmOf: 'everything' | 'turns'): ProsodySnapshot => {
  const frames = tally.get(Tally.FRAMES);
  const voiced = tally.get(Tally.VOICED);
  const speech = tally.get(Tally.SPEECH);
  const inTurns = rhythmOf === 'turns';
  const pauses = tally.get(inTurns ? Tally.TURN_PAUSES : Tally.PAUSES);
  const pauseSamples = tally.get(inTurns ? Tally.TURN_PAUSE_SAMPLES : Tally.PAUSE_SAMPLES);
  const syllables = tally.get(inTurns ? Tally.TURN_SYLLABLES : Tally.SYLLABLES);
  const rhythmFrames = inTurns ? tally.get(Tally.TURN_FRAMES) : frames;
  const seconds = (rhythmFrames * HOP_MS) / 1000;
  const speechSeconds = (speech * HOP_MS) / 1000;
  const rhythmic = rhythmFrames >= MINIMUM_RHYTHM_FRAMES;
  return {
    prosody: {
      pitch: {
        mean: ratio(tally.get(Tally.F0), voiced, 1),
        std: deviation(tally.get(Tally.F0), tally.get(Tally.F0_SQUARED), voiced),
        min: voiced > 0 ? tally.f0MinHz : null,
        max: voiced > 0 ? tally.f0MaxHz : null,
        range: voiced > 0 ? tally.f0MaxHz - tally.f0MinHz : null,
      },
      energy: {
        mean: ratio(tally.get(Tally.ENERGY), speech, 1),
        std: deviation(tally.get(Tally.ENERGY), tally.get(Tally.ENERGY_SQUARED), speech),
      },
      rhythm: {
        speech_rate: rhythmic ? syllables / seconds : null,
        pause_rate: rhythmic ? (60 * pauses) / seconds : null,
        average_pause_duration: ratio(pauseSamples / 16_000, pauses, 1),
      },
      voice_quality: {
        jitter: perturbation(
          tally.get(Tally.PERIOD_DIFFERENCE),
          tally.get(Tally.PERIOD_PAIRS),
          tally.get(Tally.PERIODS) / tally.get(Tally.PERIOD_PAIRS),
          tally.get(Tally.PERIOD_NOISE),
          1,
        ),
        shimmer: perturbation(
          tally.get(Tally.AMPLITUDE_DIFFERENCE),
          tally.get(Tally.AMPLITUDE_PAIRS),
          tally.get(Tally.AMPLITUDES) / tally.get(Tally.AMPLITUDE_POINTS),
          tally.get(Tally.AMPLITUDE_NOISE),
          shareNotOfJitter(tally),
        ),
        hnr: ratio(tally.get(Tally.HNR), voiced, 1),
      },
    },
    durationMs: frames * HOP_MS,
    voicedMs: voiced * HOP_MS,
    speechMs: speech * HOP_MS,
    syllables,
    pauses,
    articulationRate: ratio(syllables, speechSeconds, 0.5),
  };
};

const ratio = (sum: number, count: number, atLeast: number): number | null =>
  count >= atLeast ? sum / count : null;

/** Sample standard deviation; null below two values. */
const deviation = (sum: number, squares: number, count: number): number | null => {
  if (count < 2) return null;
  return Math.sqrt(Math.max(0, (squares - (sum * sum) / count) / (count - 1)));
};

/**
 * The share of the amplitudes' variance that jitter does not explain. A pulse adds to the rest of the pulse before it.
 * The time between the two decides whether they add up or cancel. At 260 Hz, a jitter of 1.5 % alone makes 10 % of
 * "shimmer" (Praat's included). A regression of the amplitude differences on the differences of the periods before them
 * finds that part. The part that one regressor explains by chance is given back (Ezekiel 1930, adjusted R²).
 */
const shareNotOfJitter = (tally: Tally): number => {
  const pairs = tally.get(Tally.AMPLITUDE_PAIRS);
  const squares = tally.get(Tally.AMPLITUDE_SQUARES) * tally.get(Tally.SHIFT_SQUARES);
  if (!(squares > 0) || pairs < MINIMUM_PERIOD_PAIRS) return 1;
  const unexplained = 1 - tally.get(Tally.AMPLITUDE_BY_SHIFT) ** 2 / squares;
  return Math.min(1, Math.max(0, (unexplained * pairs) / (pairs - 1)));
};

/**
 * Mean absolute difference of neighbors over the mean level, without the part that noise alone adds. Variances add up,
 * and the mean absolute value of a normal deviate is √(2/π) of its deviation.
 * @param own share of the variance that has no other cause
 */
const perturbation = (
  differences: number,
  pairs: number,
  meanLevel: number,
  noise: number,
  own: number,
): number | null => {
  if (pairs < MINIMUM_PERIOD_PAIRS) return null;
  const measured = (differences / pairs) ** 2 * own;
  const remaining = measured - (2 / Math.PI) * (noise / pairs);
  return Math.sqrt(Math.max(LEAST_REMAINING * measured, remaining)) / meanLevel;
};
