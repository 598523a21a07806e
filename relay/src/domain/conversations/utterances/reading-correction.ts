import type { UtteranceReading } from './utterance.js';
import { defined } from '../../defined.js';

/** A person's correction of how an utterance sounded. Missing fields keep the analyzed value. */
export interface ReadingCorrection {
  readonly emotion?: string | undefined;
  readonly valence?: number | undefined;
  readonly arousal?: number | undefined;
}

/** Only the defined fields of a correction. */
export const readingCorrection = ({ emotion, valence, arousal }: ReadingCorrection): ReadingCorrection => ({
  ...defined({ emotion, valence, arousal }),
});

/** Whether a correction repeats the known one. */
export const isSameCorrection = (known: ReadingCorrection | undefined, said: ReadingCorrection): boolean =>
  known !== undefined &&
  known.emotion === said.emotion &&
  known.valence === said.valence &&
  known.arousal === said.arousal;

/** Applies a person's correction to a reading. The same for REST and streams. */
export const correctedReading =
  ({ emotion, valence, arousal }: ReadingCorrection) =>
  (reading: UtteranceReading): UtteranceReading => {
    const tone = reading.tone ?? { valence: 0, arousal: 0, escalation: 0 };
    const touched = valence !== undefined || arousal !== undefined;
    return {
      emotion: emotion ?? reading.emotion,
      // A person's label is certain.
      confidence: emotion === undefined ? reading.confidence : 1,
      uncertain: emotion === undefined && reading.uncertain === true,
      tone:
        reading.tone === null && !touched
          ? null
          : { ...tone, valence: valence ?? tone.valence, arousal: arousal ?? tone.arousal },
    };
  };
