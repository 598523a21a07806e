/**
 * Identification among many enrolled people, none of whom is the speaker: how often the speaker is mistaken
 * for an enrolled stranger. The strangers are training speakers at other speeds (another speed is another
 * voice, see training/voices.py), because the folder does not contain a thousand people.
 */
import { concatenate, groupBy, seededRandom, shuffled } from './speech.mjs';

export const ENROLLED = [1, 10, 100, 1000];
const SPEEDS = [0.84, 0.92, 1.09, 1.18];
const DRAWS = 20;

/** Up to 1,000 voices of 6 s each, as segments. */
export function strangersOf(background) {
  const people = [...groupBy(background, ({ speaker }) => speaker).entries()];
  const segments = SPEEDS.flatMap((speed) =>
    people.map(([speaker, own]) => ({
      speaker: `${speaker} at ${speed}`,
      samples: atSpeed(concatenate(own.slice(0, 2).map(({ samples }) => samples)), speed),
    })),
  );
  return shuffled(segments, seededRandom(41));
}

/** Linear interpolation. What it removes from the highest octave is missing in all these voices. */
export function atSpeed(samples, speed) {
  return Float32Array.from({ length: Math.floor((samples.length - 1) / speed) }, (_, n) => {
    const at = Math.floor(n * speed);
    const share = n * speed - at;
    return (1 - share) * samples[at] + share * samples[at + 1];
  });
}

/**
 * For each number of enrolled people, the highest log-likelihood ratio that any of them reaches in each
 * trial.
 *
 * @param score of a trial against a stranger
 */
export function highestOf(trials, strangers, score) {
  const random = seededRandom(43);
  const rows = trials.map((trial) => strangers.map((stranger) => score(trial, stranger)));
  return ENROLLED.filter((count) => count <= strangers.length).map((count) => {
    const highest = rows.flatMap((row) =>
      Array.from({ length: count < row.length ? DRAWS : 1 }, () => {
        let most = -Infinity;
        for (let n = 0; n < count; n += 1)
          most = Math.max(most, row[count < row.length ? Math.floor(random() * row.length) : n]);
        return most;
      }),
    );
    return { count, highest };
  });
}
