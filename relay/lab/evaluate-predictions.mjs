/**
 * Evaluates the predictions: `npm run evaluate:predictions` on synthetic calls with known truth, and
 * `npm run evaluate:predictions -- FOLDER` on recorded sessions (one JSON file each; relay/lab/predictions/README.md
 * describes the format).
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadLab } from './load.mjs';

const { positionals } = commandLine({
  help: `
Usage: npm run evaluate:predictions [-- <folder of sessions>]

Without a folder: synthetic calls with known truth, two organizations of two generators, after 0, 50 and 300 outcomes.
With one: recorded sessions, one JSON file each, predicted in the order in which they ended, each before it is learned
from. The format is described in relay/lab/predictions/README.md.`,
  most: 1,
});

const { runSessions } = await loadLab('predictions/evaluate.ts');
const { referencesOf, report, testWorld } = await loadLab('predictions/report.ts');
const { readSessionFile } = await loadLab('predictions/session-file.ts');
const { FRESH_SEEDS, WORLDS } = await loadLab('predictions/worlds.ts');

const figure = (value, digits = 3) => (value === undefined ? '' : value.toFixed(digits)).padStart(8);
const percent = (value) => (value === undefined ? '' : `${(100 * value).toFixed(0)} %`).padStart(7);

function print(title, rows) {
  console.log(`\n${title}`);
  console.log(
    `  ${'stage, target'.padEnd(30)}${['observed', 'learned', 'prior', 'base', 'last', 'oracle'].map((name) => name.padStart(8)).join('')}` +
      `${'calib.'.padStart(8)}${['80 %', 'ref.', 'group'].map((name) => name.padStart(7)).join('')}`,
  );
  for (const row of rows) {
    console.log(
      `  ${`${row.stage} ${row.target}`.padEnd(30)}` +
        [row.observed, row.learned, row.prior, row.baseRate, row.lastUtterance, row.oracle]
          .map((x) => figure(x))
          .join('') +
        figure(row.calibrationError) +
        [row.coverage, row.referenceCoverage, row.groupCoverage].map(percent).join(''),
    );
  }
}

const LEGEND = `
learned, prior, base, last: mean squared error (Brier score for chances; lower is better) of the taught model, the
  untaught one, the organization's share or mean so far, and the same share among sessions whose last utterance was as
  dark, even or bright.
oracle: the same error of somebody who knows the chance from which each outcome was drawn, the end of the call included.
  Nothing can do better; what lies between base and oracle is all there is to win.
calib.: mean gap between predicted and observed chance over bins of equal size, sampling noise included.
80 %: values inside their 80 % interval. ref.: 80 % intervals of a chance that hold what a model says that learned of
  2,000 calls. group: groups of 25 calls told alike whose true mean chance lies inside the mean interval.`;

// npm runs scripts in the workspace root, but a relative folder is relative to where the command was typed.
const folder =
  positionals[0] === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]);
if (folder !== undefined && !existsSync(folder)) {
  console.error(`there is no folder ${folder}`);
  process.exit(1);
}
if (folder === undefined) {
  console.log(`synthetic calls, mean over seeds ${FRESH_SEEDS.join(', ')}; 400 calls tested after learning`);
  for (const [name, makeCall] of Object.entries(WORLDS)) {
    const references = referencesOf(makeCall, 2000, FRESH_SEEDS);
    for (const outcomes of [0, 50, 300]) {
      const rows = testWorld({ makeCall, outcomes, tested: 400, references, seeds: FRESH_SEEDS });
      print(`${name}, after ${outcomes} outcomes`, rows);
    }
  }
} else {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const sessions = [];
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    try {
      sessions.push(readSessionFile(JSON.parse(text)));
    } catch (error) {
      console.error(`${join(folder, name)} is not a session: ${error.message}`);
      process.exit(1);
    }
  }
  if (sessions.length === 0) {
    console.error(`no .json file in ${folder}`);
    process.exit(1);
  }
  // Sorting is stable: sessions without a time stay in the order of their names, before the others.
  sessions.sort((a, b) => Date.parse(a.endedAt || '1970-01-01') - Date.parse(b.endedAt || '1970-01-01'));
  print(
    `${sessions.length} sessions of ${folder}, each predicted before it was learned from`,
    report(runSessions(sessions).trials),
  );
}
console.log(LEGEND);
