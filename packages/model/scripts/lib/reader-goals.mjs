/** What the readers have to reach, beside what they reach here. */

/** Floor and aim of each row for a reader, and whether less is better. */
const GOALS = {
  ravdess: { what: 'RAVDESS, five folds, UAR %', full: [76, 84], live: [72, 80] },
  emodb: { what: 'EmoDB, one speaker left out, UAR %', full: [86, 93], live: [83, 90] },
  corpora: { what: 'corpora never heard, mean UAR %', both: [55, 70] },
  mood: { what: 'loss where a voice has one mood, points', both: [2, 0], less: true },
  'ece-speakers': { what: 'ECE of the label shown, new speakers', both: [0.08, 0.03], less: true },
  'ece-corpora': { what: 'ECE of the label shown, corpora never heard', both: [0.15, 0.1], less: true },
  telephone: { what: 'of the UAR kept by telephone, %', both: [92, 97] },
  read10: { what: 'of the UAR kept over babble 10 dB below, %', both: [88, 93] },
  quiet20: { what: 'of the UAR kept 20 dB quieter, %', both: [95, 99] },
  early: { what: 'of the UAR after 700 ms of speech, %', both: [75, 85] },
};

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Rows of a reader that a run can tell: [name, measured, text]. */
export function measuredGoals(results) {
  const find = (condition, protocol, sharing) =>
    results.filter(
      (row) => row.condition === condition && row.protocol === protocol && row.sharing === sharing,
    );
  const speakers = find('clean', 'speakers', 'voice');
  const corpora = find('clean', 'corpus', 'voice');
  const rows = [];
  for (const { corpus, uar, interval } of speakers)
    if (corpus in GOALS)
      rows.push([corpus, 100 * uar, `${percent(uar)} (${interval.map(percent).join('–')})`]);
  if (speakers.length > 0) rows.push(eceRow('ece-speakers', speakers));
  if (corpora.length > 0) {
    rows.push(['corpora', 100 * mean(corpora.map(({ uar }) => uar)), each(corpora)]);
    const none = mean(find('clean', 'corpus', 'mood-none').map(({ uar }) => uar));
    const lost = 100 * (none - mean(find('clean', 'corpus', 'mood').map(({ uar }) => uar)));
    rows.push(['mood', lost, lost.toFixed(1)], eceRow('ece-corpora', corpora));
  }
  for (const condition of ['telephone', 'read10', 'quiet20', 'early']) {
    // Asked for without `clean`, a condition has nothing that it is a share of.
    const shares = find(condition, 'speakers', 'voice').flatMap(({ corpus, uar }) => {
      const clean = speakers.find((row) => row.corpus === corpus);
      return clean === undefined ? [] : [{ corpus, uar: uar / clean.uar }];
    });
    if (shares.length > 0)
      rows.push([condition, 100 * Math.min(...shares.map(({ uar }) => uar)), each(shares)]);
  }
  return rows;
}

const percent = (value) => (100 * value).toFixed(1);
const each = (rows) => rows.map(({ corpus, uar }) => `${corpus} ${percent(uar)}`).join(', ');
const eceRow = (name, rows) => {
  const value = mean(rows.map(({ ece }) => ece));
  return [
    name,
    value,
    `${value.toFixed(3)}: ${rows.map(({ corpus, ece }) => `${corpus} ${ece.toFixed(2)}`).join(', ')}`,
  ];
};

/** @returns cells of a table: what, reader, floor, aim, here, verdict. A figure exactly at a goal meets it. */
export const goalCells = (kind, results) =>
  measuredGoals(results).map(([name, value, text]) => {
    const { what, both, less = false, ...own } = GOALS[name];
    const [floor, aim] = both ?? own[kind];
    const reached = (goal) => (less ? value <= goal : value >= goal);
    const verdict = reached(aim) ? 'aim' : reached(floor) ? 'floor' : 'below';
    return [what, kind, floor, aim, text, verdict];
  });
