import type { UtteranceReading } from './utterance.js';
import { defined } from '../../defined.js';

/** What a person says an utterance sounded like; what is left out stays as it was read. */
export interface ReadingCorrection {
  readonly emotion?: string | undefined;
  readonly valence?: number | undefined;
  readonly arousal?: number | undefined;
}

/** What is said, and no more. */
export const readingCorrection = ({ emotion, valence, arousal }: ReadingCorrection): ReadingCorrection => ({
  ...defined({ emotion, valence, arousal }),
});

/** Whether a person says the same once more. */
export const isSameCorrection = (known: ReadingCorrection | undefined, said: ReadingCorrection): boolean =>
  known !== undefined &&
  known.emotion === said.emotion &&
  known.valence === said.valence &&
  known.arousal === said.arousal;

/** The reading with a person's word in it. The same over REST and in a stream. */
export const correctedReading =
  ({ emotion, valence, arousal }: ReadingCorrection) =>
  (reading: UtteranceReading): UtteranceReading => {
    const tone = reading.tone ?? { valence: 0, arousal: 0, escalation: 0 };
    const touched = valence !== undefined || arousal !== undefined;
    return {
      emotion: emotion ?? reading.emotion,
      // A person said so.
      confidence: emotion === undefined ? reading.confidence : 1,
      uncertain: emotion === undefined && reading.uncertain === true,
      tone:
        reading.tone === null && !touched
          ? null
          : { ...tone, valence: valence ?? tone.valence, arousal: arousal ?? tone.arousal },
    };
  };
