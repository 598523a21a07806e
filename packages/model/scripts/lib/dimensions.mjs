/** Whether valence, arousal and dominance order clips as expected, 1.5 s after the onset and at the end. */
import { groupBy } from './metrics.mjs';

const EARLY = 1;
const AXES = ['valence', 'arousal', 'dominance'];
const LEVELS = ['low', 'normal', 'high'];
/** [dimension, column, higher side, lower side]: labels follow the source of the targets, levels follow the recordings. */
const ORDERS = [
  ['valence', 'label', 'happy', 'sad'],
  ['valence', 'label', 'happy', 'angry'],
  ['valence', 'label', 'calm', 'fearful'],
  ['arousal', 'label', 'angry', 'sad'],
  ['arousal', 'label', 'angry', 'calm'],
  ['arousal', 'label', 'high', 'low'],
  ['arousal', 'label', 'high', 'normal'],
  ['arousal', 'label', 'normal', 'low'],
  ['arousal', 'intensity', 'strong', 'normal'],
  ['dominance', 'label', 'angry', 'fearful'],
];

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

/** Probability that a random member of `high` exceeds one of `low`, ties count half (area under the ROC curve). */
export function chanceHigher(high, low) {
  if (high.length === 0 || low.length === 0) return undefined;
  const ranks = meanRanks([...high, ...low]).slice(0, high.length);
  const sum = ranks.reduce((a, b) => a + b, 0);
  return (sum - (high.length * (high.length + 1)) / 2) / (high.length * low.length);
}

/** Ranks from 1; equal values share the mean of their ranks. */
function meanRanks(values) {
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b]);
  const ranks = new Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1]] === values[order[start]]) end += 1;
    for (let at = start; at <= end; at += 1) ranks[order[at]] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return ranks;
}

/** Spearman's rank correlation: Pearson's correlation of the ranks. */
export function rankCorrelation(left, right) {
  const [a, b] = [meanRanks(left), meanRanks(right)];
  const middle = (left.length + 1) / 2;
  const product = (x, y) => x.reduce((total, value, at) => total + (value - middle) * (y[at] - middle), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

/** Both sides' means and the chance that the higher exceeds the lower; undefined when one side is missing. */
function compared(rows, [axis, column, high, low], time) {
  const dimension = AXES.indexOf(axis);
  const side = (value) =>
    rows.filter((row) => row[column] === value).map(({ readings }) => readings.at(time).vad[dimension]);
  const [upper, lower] = [side(high), side(low)];
  const auc = chanceHigher(upper, lower);
  return auc === undefined ? undefined : { high: mean(upper), low: mean(lower), auc };
}

/** The same within each speaker and label, so that neither the speaker nor the emotion can explain the order. */
function comparedWithin(rows, order, time) {
  const groups = [...groupBy(rows, ({ speaker, label }) => `${speaker}\n${label}`).values()];
  const found = groups.map((group) => compared(group, order, time)).filter((each) => each !== undefined);
  if (found.length === 0) return undefined;
  return {
    high: mean(found.map(({ high }) => high)),
    low: mean(found.map(({ low }) => low)),
    auc: mean(found.map(({ auc }) => auc)),
  };
}

/** Every comparison that the corpora allow, and how arousal follows three levels of emotion. */
export function dimensions(rows) {
  const byCorpus = [...groupBy(rows, ({ corpus }) => corpus)];
  const orders = ORDERS.flatMap((order) =>
    byCorpus.flatMap(([corpus, members]) => {
      const [dimension, column, high, low] = order;
      const row = (comparison, measure) => {
        const [early, end] = [measure(members, order, EARLY), measure(members, order, -1)];
        return end === undefined ? [] : [{ corpus, dimension, comparison, early, end }];
      };
      const paired =
        column === 'intensity' ? row(`${high} > ${low}, same speaker and label`, comparedWithin) : [];
      return [...row(`${high} > ${low}`, compared), ...paired];
    }),
  );
  const levels = byCorpus.flatMap(([corpus, members]) => {
    const own = members.filter(({ label }) => LEVELS.includes(label));
    if (own.length === 0) return [];
    const level = own.map(({ label }) => LEVELS.indexOf(label));
    const follows = (time) =>
      rankCorrelation(
        level,
        own.map(({ readings }) => readings.at(time).vad[AXES.indexOf('arousal')]),
      );
    return [{ corpus, clips: own.length, early: follows(EARLY), end: follows(-1) }];
  });
  return { orders, levels };
}
