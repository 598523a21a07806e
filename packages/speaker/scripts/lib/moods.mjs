/** In which directions embeddings move when their speaker's mood changes, for `src/nuisance-directions.ts`. */
import { createVoiceprintAccumulator } from '@undertone/speaker';
import { groupBy, listSpeech } from './speech.mjs';

/** Chosen on the training speakers, one left out after the other (EXPERIMENTS.md). */
const DIRECTIONS = 4;
const ROUNDS = 200;

/** The embedding of every clip of training speakers who are heard in several moods, as recorded. */
async function moodsHeard(model, folder, corpora) {
  const plain = { ...model.metadata, moods: undefined };
  const heard = [];
  const clips = (await listSpeech(folder, 'train')).filter(({ corpus }) => corpora.includes(corpus));
  const people = [...groupBy(clips, ({ speaker }) => speaker).values()];
  for (const clip of people.filter((own) => new Set(own.map(({ label }) => label)).size > 1).flat()) {
    const accumulator = createVoiceprintAccumulator(plain);
    accumulator.add(await model.analyze(clip.samples()));
    const voiceprint = accumulator.voiceprint();
    if (voiceprint !== undefined) heard.push({ ...clip, embedding: voiceprint.embedding });
  }
  return heard;
}

/** The mean of rows of equal length. */
export const meanOf = (rows) => {
  const mean = new Float64Array(rows[0].length);
  for (const row of rows) for (let n = 0; n < mean.length; n += 1) mean[n] += row[n] / rows.length;
  return mean;
};

export const dot = (a, b) => a.reduce((sum, value, n) => sum + value * b[n], 0);

/** How far each mood of each speaker lies from the mean of that speaker's moods. */
export function moodShifts(clips) {
  return [...groupBy(clips, ({ speaker }) => speaker).values()].flatMap((own) => {
    const moods = [...groupBy(own, ({ label }) => label).values()];
    const means = moods.map((same) => meanOf(same.map(({ embedding }) => embedding)));
    const middle = meanOf(means);
    return means.map((mean) => mean.map((value, n) => value - middle[n]));
  });
}

/** The `count` leading principal directions of rows, largest first: power iteration, each without those before it. */
export function leadingDirections(rows, count) {
  const found = [];
  const without = (vector) =>
    found.reduce((left, direction) => {
      const along = dot(left, direction);
      return left.map((value, n) => value - along * direction[n]);
    }, vector);
  const unit = (vector) => {
    const length = Math.sqrt(dot(vector, vector));
    return vector.map((value) => value / length);
  };
  while (found.length < count) {
    let direction = unit(
      without(rows.reduce((a, b) => (dot(without(a), without(a)) >= dot(without(b), without(b)) ? a : b))),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = new Float64Array(direction.length);
      for (const row of rows) {
        const along = dot(row, direction);
        for (let n = 0; n < next.length; n += 1) next[n] += along * row[n];
      }
      direction = unit(without(next));
    }
    found.push(direction);
  }
  return found;
}

/**
 * Hears the training speakers of `corpora` in their moods.
 *
 * @returns what makes the metadata's `moods`. Given people, who may be at another speed, it is made without these: settings are
 * tuned on training speakers at other speeds, whose own moods would tell more of them than of anybody new
 */
export async function learnMoods(model, folder, corpora) {
  const heard = await moodsHeard(model, folder, corpora);
  const teachers = new Set(heard.map(({ speaker }) => speaker));
  const made = new Map();
  return (people = []) => {
    const out = people.map((name) => name.replace(/ at [\d.]+$/u, '')).filter((name) => teachers.has(name));
    const key = out.sort().join();
    if (!made.has(key)) {
      const others = heard.filter(({ speaker }) => !out.includes(speaker));
      made.set(key, encoded(leadingDirections(moodShifts(others), DIRECTIONS)));
    }
    return made.get(key);
  };
}

/** Rows of numbers as the metadata has directions and the cohort: in 8 bits, whatever their length. */
export function encoded(rows) {
  const [{ length: dimensions }] = rows;
  const codes = Buffer.alloc(rows.length * dimensions);
  rows.forEach((row, at) => {
    const scale = 127 / row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    row.forEach((value, n) => codes.writeInt8(Math.round(value * scale), at * dimensions + n));
  });
  return { codes: codes.toString('base64'), count: rows.length };
}
