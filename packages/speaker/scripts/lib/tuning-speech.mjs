/**
 * The voices that settings are tuned on: of speech that may be used commercially alone, so that what they leave in the model
 * may be, too. The folder has few of them, so each speaks at other speeds as well (another speed is another voice,
 * training/voices.py).
 */
import { atSpeed } from './open-set.mjs';
import { listSpeech } from './speech.mjs';

/** Corpora under licences that allow commercial use: CC BY 4.0, and CC0 1.0. */
export const OPEN_CORPORA = ['librispeech', 'emodb'];
const SPEEDS = [0.88, 1.14];

/**
 * LibriSpeech's tuning speakers as recorded and at two other speeds. Nobody of EmoDB, whose people speak in several moods, is kept
 * for tuning, so its training speakers stand in, at these speeds alone: the head and the cohort know them as recorded.
 */
export async function listTuning(folder) {
  const [tune, train] = await Promise.all([listSpeech(folder, 'tune'), listSpeech(folder, 'train')]);
  const read = tune.filter(({ corpus }) => corpus === 'librispeech');
  const acted = train.filter(({ corpus }) => corpus === 'emodb');
  const other = SPEEDS.flatMap((speed) =>
    [...read, ...acted].map((clip) => ({
      ...clip,
      speaker: `${clip.speaker} at ${speed}`,
      samples: () => atSpeed(clip.samples(), speed),
    })),
  );
  return [...read, ...other];
}
