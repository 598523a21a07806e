/** In which direction embeddings move from a microphone to a telephone, for `src/nuisance-directions.ts`. */
import { dot, encoded, leadingDirections, meanOf } from './moods.mjs';
import { groupBy } from './speech.mjs';

/** Chosen on tuning speakers (EXPERIMENTS.md). */
const DIRECTIONS = 1;
/** Of so many segments one says how far lines lie apart. */
const EVERY = 5;

/**
 * @param wide segments of training speakers through microphones, with voiceprints that have all directions
 * @param phoned segments of the same people by telephone
 * @returns the direction, and the distance along it that lies between that of two people on one line and that of two lines
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
  const directions = leadingDirections(changes, DIRECTIONS);
  const along = ({ voiceprint }) => dot(voiceprint.embedding, directions.at(-1));
  const distance = (ones, others) => {
    const pairs = ones.flatMap((one) =>
      others
        .filter(({ speaker }) => speaker !== one.speaker)
        .map((other) => Math.abs(along(one) - along(other))),
    );
    return pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
  };
  const few = (segments) => segments.filter((_, n) => n % EVERY === 0);
  const [ofOne, ofTwo] = [few(wide), few(phoned)].map((others) => distance(few(wide), others));
  return { directions: encoded(directions), apart: Number(((ofOne + ofTwo) / 2).toFixed(4)) };
}

/** The directions of both, one list after the other. */
export function joinDirections(...lists) {
  const codes = Buffer.concat(lists.map((list) => Buffer.from(list.codes, 'base64'))).toString('base64');
  return { codes, count: lists.reduce((sum, { count }) => sum + count, 0) };
}
