/** Segments of training speakers: what whitening and the cohort are made of. */
import { trainedParts } from './models.mjs';
import { groupBy, listSpeech } from './speech.mjs';
import { segmentsOf, sidesOf } from './trials.mjs';

/** Clips of one speaker that are used at most, evenly spread over the corpus's order. */
const MOST_CLIPS = 24;

/** Three stretches of 3 s of either side of every speaker that the model learned from, each through a microphone of its own. */
export async function backgroundSegments(folder, model) {
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
    channels: ['own microphone', 'own microphone'],
    perSide: 3,
  });
}
