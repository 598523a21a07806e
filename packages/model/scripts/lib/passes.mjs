/** Clips judged one after the other as a relay judges them: with what was heard on their line before, and nothing else. */
import { Baseline, leadingOf, tellEmotion, withoutShift } from '@undertone/model';
import {
  bootstrapOverSpeakers,
  calibrationError,
  groupBy,
  seededRandom,
  unweightedAverageRecall,
} from './metrics.mjs';
import { DIMENSION_COLUMNS } from './told-dimensions.mjs';

/** How clips share what is learned. */
export const SHARING = {
  file: 'nothing is learned: each clip by itself',
  line: 'one line, voices not told apart',
  voice: 'one line and its voices',
  'mood-none': 'as file',
  mood: 'a line for each voice and mood: people who are in one mood all along',
};

const keyOf = (sharing, row) => (sharing.startsWith('mood') ? `${row.speaker} ${row.label}` : 'line');
const learns = (sharing) => sharing !== 'file' && sharing !== 'mood-none';

/** @returns the rows in another order */
export const inOrder = (rows, seed) => {
  const random = seededRandom(seed);
  const keyed = rows.map((row) => [random(), row]);
  return keyed.sort((a, b) => a[0] - b[0]).map(([, row]) => row);
};

/**
 * Judges each row before its line learns from it.
 *
 * @param metadata of the reader that heard them
 * @param rows {speaker, label, seconds, embedding, vad, other} in the order in which they are heard; `other` is the other reader's
 *   embedding
 * @param sharing a key of SHARING
 * @param other metadata of the reader that this one is compared with, if any
 * @returns {speaker, label, intensity, probabilities, shown, isAlike}
 */
export function judgeInOrder(metadata, rows, sharing, other) {
  const { classifier, classes } = metadata;
  const lines = new Map();
  const readers = other === undefined ? [metadata] : [metadata, other];
  return rows.map((row, n) => {
    const { vad, seconds, speaker, label } = row;
    const key = keyOf(sharing, row);
    if (!lines.has(key)) {
      lines.set(
        key,
        readers.map((reader) => new Baseline(reader.classifier, classes.length)),
      );
    }
    const baselines = lines.get(key);
    const voice = sharing === 'line' ? `clip ${n}` : speaker;
    const [judged, compared] = baselines.map((baseline, reader) =>
      baseline.judge(reader === 0 ? row.embedding : row.other, voice, seconds),
    );
    const { probabilities } = judged;
    const shown = tellEmotion(metadata, probabilities, withoutShift(classifier, vad, judged.shift));
    if (learns(sharing)) {
      baselines.forEach((baseline, reader) => baseline.hear(voice, seconds, [judged, compared][reader]));
      if (compared !== undefined) {
        baselines[0].compare(judged, compared.probabilities);
        baselines[1].compare(compared, probabilities);
      }
    }
    const isAlike = compared !== undefined && leadingOf(probabilities) === leadingOf(compared.probabilities);
    return { speaker, label, intensity: row.intensity, probabilities, shown, isAlike };
  });
}

/** UAR within the classes that the rows have. */
const uarOf = (names) => (judged) => {
  const truths = judged.map(({ label }) => names.indexOf(label));
  const possible = [...new Set(truths)];
  const guesses = judged.map(({ probabilities }) =>
    possible.reduce((a, b) => (probabilities[b] > probabilities[a] ? b : a)),
  );
  return unweightedAverageRecall(truths, guesses);
};

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Scores of the same clips, heard in several orders: means over the orders, and the speakers' interval of the first.
 *
 * @param orders one list of judged rows for each order
 */
export function scoresOf(metadata, orders) {
  const { classes } = metadata;
  const names = classes.map(({ name }) => name);
  const uar = uarOf(names);
  // A class that is no label itself is shown as its first label.
  const shownAs = (label) => classes[names.indexOf(label)].labels[0].label;
  const isRight = ({ shown, label }) => shown.leading === shownAs(label);
  const [first] = orders;
  const uncertain = orders.flat().filter(({ shown }) => shown.emotion === 'uncertain');
  return {
    clips: first.length,
    chance: 1 / new Set(first.map(({ label }) => label)).size,
    uar: mean(orders.map(uar)),
    interval: bootstrapOverSpeakers(first, uar, 300),
    ece: mean(
      orders.map((judged) =>
        calibrationError(
          judged.map(({ shown }) => shown.confidence),
          judged.map(isRight),
        ),
      ),
    ),
    dimensions: Object.fromEntries(
      DIMENSION_COLUMNS.map(([name, measured]) => [name, measured(metadata, first)]),
    ),
    uncertain: uncertain.length / orders.flat().length,
    rightThere: uncertain.length === 0 ? undefined : uncertain.filter(isRight).length / uncertain.length,
  };
}

/** Whether any order matters to a way of sharing. */
export const ordersOf = (sharing, count) => (learns(sharing) ? count : 1);

/** Rows by corpus, in order of first appearance. */
export const byCorpus = (rows) => groupBy(rows, ({ corpus }) => corpus);
