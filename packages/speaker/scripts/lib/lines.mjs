/** In which direction embeddings move from a microphone to a telephone, for `src/nuisance-directions.ts`. */
import { encoded, leadingDirections, meanOf } from './moods.mjs';
import { groupBy } from './speech.mjs';

/** Chosen on tuning speakers (EXPERIMENTS.md). */
const DIRECTIONS = 1;

/**
 * @param wide segments of training speakers through microphones, with voiceprints that have all directions
 * @param phoned segments of the same people by telephone
 */
export function learnLines(wide, phoned) {
  const middles = (segments) =>
    new Map(
      [...groupBy(segments, ({ speaker }) => speaker)].map(([speaker, own]) => [
        speaker,
        meanOf(own.map(({ voiceprint }) => voiceprint.embedding)),
      ]),
    );
  const [before, after] = [middles(wide), middles(phoned)];
  const changes = [...before]
    .filter(([speaker]) => after.has(speaker))
    .map(([speaker, middle]) => after.get(speaker).map((value, n) => value - middle[n]));
  return encoded(leadingDirections(changes, DIRECTIONS));
}

/** The directions of both, one list after the other. */
export function joinDirections(...lists) {
  const codes = Buffer.concat(lists.map((list) => Buffer.from(list.codes, 'base64'))).toString('base64');
  return { codes, count: lists.reduce((sum, { count }) => sum + count, 0) };
}
