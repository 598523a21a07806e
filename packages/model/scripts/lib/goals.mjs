/** Rows A1 to A7 and B3 of BENCHMARKS.md: the best known figure, the floor, the aim, and the figure measured here. */
import { TIMES_S } from './predict.mjs';

const GOALS = {
  A1: {
    what: 'RAVDESS, 8 classes, 5 folds, UAR %',
    best: 'ResLSTM 62.3; listeners 67.0; 317 M parameters 81.8',
    floor: 64,
    aim: 74,
  },
  A2: {
    what: 'EmoDB, 7 classes, leave one speaker out, UAR %',
    best: 'ComParE + SVC 77.1; wav2vec2 93.4',
    floor: 77,
    aim: 88,
  },
  A4: {
    what: '4 classes of a corpus never heard, mean UAR %',
    best: 'small models 27; WavLM-large 34–63',
    floor: 45,
    aim: 60,
  },
  'A5 speakers': { what: 'ECE, new speakers', best: '.10', floor: 0.08, aim: 0.03, less: true },
  'A5 corpus': { what: 'ECE, new corpus', best: '.56', floor: 0.2, aim: 0.1, less: true },
  A6: { what: 'share of clean UAR kept, worst condition, %', best: 'not reported', floor: 85, aim: 95 },
  'A7 first': {
    what: 'first reading after onset, ms',
    best: 'Hume 3,000',
    floor: 1_500,
    aim: 700,
    less: true,
  },
  'A7 share': { what: 'UAR at .7 s, share of the whole clip’s, %', best: '–', floor: undefined, aim: 85 },
  B3: {
    what: 'model file, kB',
    best: 'Wav2Small 120; Light-SERNet 880',
    floor: 2_000,
    aim: 400,
    less: true,
  },
};

/**
 * One row of the table; a figure exactly at a goal meets it.
 * @param name a key of GOALS
 * @param here the measured figure in the row's unit
 * @param text the figure as printed, with additions
 */
export function goalRow(name, here, text) {
  const { what, best, floor, aim, less = false } = GOALS[name];
  const reached = (goal) => (less ? here <= goal : here >= goal);
  const verdicts = [
    ...(floor === undefined ? [] : [`floor ${reached(floor) ? 'met' : 'MISSED'}`]),
    `aim ${reached(aim) ? 'met' : 'missed'}`,
  ];
  return [name, what, best, floor ?? '–', aim, text, verdicts.join(', ')];
}

/** @param rows of goalRow; prints nothing when empty */
export function printGoals(rows) {
  if (rows.length === 0) return;
  const header = ['row', 'what', 'best known', 'floor', 'aim', 'here', ''];
  console.log('\n## Against the goals\n');
  for (const cells of [header, header.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`);
}

const percent = (value) => (100 * value).toFixed(1);
const withInterval = ({ uarByTime, interval }) =>
  `${percent(uarByTime.at(-1))} (${interval.map(percent).join('–')})`;

/**
 * Compares a run over clean speech with the goals. A row is included only if the run is of the kind that the goal requires.
 * @param result of report.mjs
 * @param byFolds whether speakers were scored by the folds that had not heard them
 * @param fileBytes of the shipped model
 */
export function wholeGoals({ recognition, calibration }, byFolds, fileBytes) {
  const rows = [];
  const { ravdess } = recognition;
  if (byFolds && ravdess !== undefined)
    rows.push(goalRow('A1', 100 * ravdess.uarByTime.at(-1), withInterval(ravdess)));
  if (calibration !== undefined)
    rows.push(goalRow('A5 speakers', calibration.ece, calibration.ece.toFixed(3)));
  const shares = Object.entries(recognition).map(([corpus, { uarByTime }]) => [
    corpus,
    (100 * uarByTime[0]) / uarByTime.at(-1),
  ]);
  if (shares.length > 0) {
    const [first] = TIMES_S;
    rows.push(goalRow('A7 first', 1_000 * first, `≤ ${1_000 * first}: every clip is read at ${first} s`));
    const least = Math.min(...shares.map(([, share]) => share));
    rows.push(goalRow('A7 share', least, shares.map(([c, share]) => `${c} ${share.toFixed(0)}`).join(', ')));
  }
  rows.push(goalRow('B3', fileBytes / 1_000, (fileBytes / 1_000).toFixed(0)));
  return rows;
}

/** Goals for a corpus scored speaker by speaker, by experts that heard all its other speakers. */
export const speakerGoals = ({ recognition: { emodb } }) =>
  emodb === undefined ? [] : [goalRow('A2', 100 * emodb.uarByTime.at(-1), withInterval(emodb))];

/** Goals for corpora that the models never heard. */
export function newCorporaGoals({ fourClasses, calibration }) {
  const mean = (100 * fourClasses.reduce((sum, { uar }) => sum + uar, 0)) / fourClasses.length;
  return [
    ...(fourClasses.length > 0 ? [goalRow('A4', mean, mean.toFixed(1))] : []),
    ...(calibration === undefined ? [] : [goalRow('A5 corpus', calibration.ece, calibration.ece.toFixed(3))]),
  ];
}

/**
 * Goals for disturbed speech.
 * @param byCondition a Map of condition to recognition, including `clean`
 */
export function conditionGoals(byCondition) {
  const clean = byCondition.get('clean');
  return Object.keys(clean).map((corpus) => {
    const kept = [...byCondition]
      .filter(([condition]) => condition !== 'clean')
      .map(([condition, scores]) => [
        condition,
        (100 * scores[corpus].uarByTime.at(-1)) / clean[corpus].uarByTime.at(-1),
      ]);
    const [condition, least] = kept.reduce((worst, each) => (each[1] < worst[1] ? each : worst));
    return goalRow('A6', least, `${corpus}: ${least.toFixed(0)} (${condition})`);
  });
}
