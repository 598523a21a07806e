/** Segments of training speakers, for whitening and the cohort. */
import { trainedParts } from './models.mjs';
import { groupBy, listSpeech } from './speech.mjs';
import { segmentsOf, sidesOf } from './trials.mjs';

/** The largest number of clips for one speaker, evenly spread over the corpus's order. */
const MOST_CLIPS = 24;

/**
 * Stretches of 3 s of every speaker that the model learned from, each through its own microphone, or by telephone.
 *
 * @param options.perSide so many of either side's sentences
 */
export async function backgroundSegments(folder, model, { channel = 'own microphone', perSide = 3 } = {}) {
  const spoken = (await listSpeech(folder, trainedParts(model))).filter(
    ({ corpus }) => corpus !== 'emogator',
  );
  const few = [...groupBy(spoken, ({ speaker }) => speaker).values()].flatMap((own) => {
    const every = Math.max(1, Math.floor(own.length / MOST_CLIPS));
    return own.filter((_, n) => n % every === 0).slice(0, MOST_CLIPS);
  });
  return segmentsOf(sidesOf(few), {
    seconds: [3, 3],
    counts: 'everything',
    channels: [channel, channel],
    perSide,
  });
}
