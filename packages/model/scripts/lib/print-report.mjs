/** Prints the results of report.mjs as Markdown tables. */
import { TIMES_S } from './predict.mjs';

const percent = (value) => (100 * value).toFixed(1);
const table = (header, body) =>
  [header, header.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Prints the report as Markdown tables. */
export function printReport({
  model,
  clips,
  heardInTraining,
  recognition: scores,
  fourClasses,
  byGender,
  byLanguage,
  byFold,
  calibration: fit,
  dimensions: order,
  outOfDomain,
  cpuSeconds,
  condition,
}) {
  console.log(`# ${model}: ${clips} clips, ${condition}, ${cpuSeconds.toFixed(0)} CPU s\n`);
  if (heardInTraining > 0) {
    console.log(
      `**${heardInTraining} clips are of speakers in training/folds.json, whom this model may have heard: not a test.**\n`,
    );
  }
  console.log('## Unweighted average recall within the corpus’s labels, %\n');
  const times = TIMES_S.map((seconds) => `${seconds} s`);
  console.log(
    table(
      [
        'corpus',
        'classes',
        'speakers',
        'clips',
        ...times,
        'whole clip',
        '95 % over speakers',
        'any of all classes',
        '0.7 s / whole, %',
      ],
      Object.entries(scores).map(([corpus, s]) => [
        corpus,
        s.classes,
        s.speakers,
        s.clips,
        ...s.uarByTime.map(percent),
        s.interval.map(percent).join('–'),
        percent(s.uarAnyClass),
        percent(s.uarByTime[0] / s.uarByTime.at(-1)),
      ]),
    ),
  );
  printFourClasses(fourClasses);
  printGroups('gender', byGender);
  printGroups('language', byLanguage);
  printGroups('fold', byFold);
  for (const [corpus, { confusion }] of Object.entries(scores)) {
    console.log(`\n## Confusion, ${corpus} (rows: label, columns: read)\n`);
    console.log(
      table(
        ['', ...confusion.labels],
        confusion.counts.map((row, i) => [confusion.labels[i], ...row]),
      ),
    );
  }
  if (fit !== undefined) {
    console.log('\n## Calibration over all classes, whole clip\n');
    console.log(
      table(
        ['corpus', 'ECE, 15 bins'],
        [...Object.entries(fit.eceByCorpus), ['all', fit.ece]].map(([c, e]) => [c, e.toFixed(3)]),
      ),
    );
    console.log(
      `\ntemperatures, each fitted without the speakers it was used on: ${fit.temperatures.join(', ')}; shipped: ${fit.temperatureShipped}`,
    );
    console.log(
      `accuracy ${percent(fit.accuracy)} %; ${percent(fit.reported)} % of clips above the uncertain floor, of which ${percent(fit.accuracyWhereReported)} % right`,
    );
  }
  printDimensions(order);
  if (outOfDomain !== undefined) printOutOfDomain(outOfDomain);
}

function printDimensions({ orders, levels }) {
  console.log(
    '\n## Valence, arousal, dominance: mean of each side and chance that the first exceeds the second\n',
  );
  const cells = ({ high, low, auc }) => `${high.toFixed(2)} / ${low.toFixed(2)}, ${auc.toFixed(2)}`;
  console.log(
    table(
      ['dimension', 'corpus', 'comparison', '1.5 s', 'whole clip'],
      orders.map((row) => [row.dimension, row.corpus, row.comparison, cells(row.early), cells(row.end)]),
    ),
  );
  for (const { corpus, clips, early, end } of levels)
    console.log(
      `\n${corpus}: rank correlation (Spearman) of arousal with the three levels over ${clips} clips: ${early.toFixed(2)} at 1.5 s, ${end.toFixed(2)} over the whole clip`,
    );
}

/** Prints the four classes by which row A4 of BENCHMARKS.md compares corpora. */
function printFourClasses(scores) {
  console.log('\n## Four classes (happy, sad, angry, neutral with calm; else the corpus’s own), %\n');
  console.log(
    table(
      ['corpus', 'classes', 'clips', 'UAR', '95 % over speakers'],
      scores.map(({ corpus, classes, clips, uar, interval }) => [
        corpus,
        classes.join(' '),
        clips,
        percent(uar),
        interval.map(percent).join('–'),
      ]),
    ),
  );
}

/** Prints the results for corpora that the models never heard (row A4 of BENCHMARKS.md, and A5 on a new corpus). */
export function printNewCorpora({ fourClasses, recognition, calibration: fit }) {
  printFourClasses(fourClasses);
  const mean = fourClasses.reduce((sum, { uar }) => sum + uar, 0) / fourClasses.length;
  console.log(`\nmean over the corpora: ${percent(mean)} %`);
  if (fit === undefined) return;
  console.log('\n## Within the corpus’s own labels, and calibration by a temperature fitted without it\n');
  console.log(
    table(
      ['corpus', 'classes', 'UAR, %', '95 % over speakers', 'ECE over all classes, 15 bins'],
      Object.entries(recognition).map(([corpus, s]) => [
        corpus,
        s.classes,
        percent(s.uarByTime.at(-1)),
        s.interval.map(percent).join('–'),
        fit.eceByCorpus[corpus].toFixed(3),
      ]),
    ),
  );
  console.log(
    `\nECE over all of them: ${fit.ece.toFixed(3)}; accuracy over all classes ${percent(fit.accuracy)} %`,
  );
}

/** Prints one corpus under several protocols, a Map of name to report with `bySpeaker`: row A2 of BENCHMARKS.md. */
export function printSpeakers(protocols) {
  const names = [...protocols.keys()];
  const [first] = protocols.values();
  console.log('## Unweighted average recall within the corpus’s labels, whole clip, %\n');
  const whole = Object.keys(first.recognition).map((corpus) => [
    `${corpus}, all speakers`,
    ...[...protocols.values()].map(({ recognition }) => {
      const { uarByTime, interval } = recognition[corpus];
      return `${percent(uarByTime.at(-1))} (${interval.map(percent).join('–')})`;
    }),
  ]);
  const speakers = first.bySpeaker.map(({ group }, row) => [
    group,
    ...[...protocols.values()].map(({ bySpeaker }) => percent(bySpeaker[row].uar)),
  ]);
  console.log(table(['speaker', ...names], [...whole, ...speakers]));
}

function printGroups(name, groups) {
  if (groups.length === 0) return;
  console.log(`\n## By ${name}, where it is known, %\n`);
  console.log(
    table(
      ['corpus', name, 'speakers', 'clips', 'UAR', '95 % over speakers'],
      groups.map(({ corpus, group, speakers, clips, uar, interval }) => [
        corpus,
        group,
        speakers,
        clips,
        percent(uar),
        interval.map(percent).join('–'),
      ]),
    ),
  );
}

function printOutOfDomain({ floor, kinds, events }) {
  console.log(`\n## Speech and other sounds (out-of-domain floor ${floor}), % of clips\n`);
  console.log(
    table(
      ['sound', 'clips', 'called out of domain', 'still given an emotion'],
      kinds.map(({ kind, clips, beyond, named }) => [kind, clips, percent(beyond), percent(named)]),
    ),
  );
  if (events === undefined) return;
  console.log(`\n## Vocal bursts (rows: what was asked for, columns: read), UAR ${percent(events.uar)} %\n`);
  console.log(
    table(
      ['', ...events.labels],
      events.counts.map((row, i) => [events.labels[i], ...row]),
    ),
  );
}

/** Prints row A6 of BENCHMARKS.md: UAR under each condition and its share of the clean one. */
export function printConditions(byCondition) {
  const clean = byCondition.get('clean');
  console.log('\n## Disturbed speech: UAR, % (share of clean, %)\n');
  console.log(
    table(
      ['corpus', ...byCondition.keys()],
      Object.keys(clean).map((corpus) => [
        corpus,
        ...[...byCondition.values()].map((scores) => {
          const uar = scores[corpus].uarByTime.at(-1);
          return `${percent(uar)} (${percent(uar / clean[corpus].uarByTime.at(-1))})`;
        }),
      ]),
    ),
  );
}
