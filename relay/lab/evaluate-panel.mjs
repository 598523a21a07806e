/**
 * Plays scripted calls of real sentences through the relay's inference and call analysis, and compares two panels that show them:
 * one whose parts each read the newest message, and the one that follows the mood. `--help` lists the options.
 */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadLab } from './load.mjs';
import { CALL_OPTIONS, CALL_OPTIONS_HELP, openCalls, printTable } from './rehearsed-calls.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate:panel -- <folder with index.csv> [options]

Plays calls of real sentences and prints what a panel shows of them, with and without the mood: headline changes a minute,
seconds until real anger shows, false alarms an hour of calm talk, and how often two parts of the panel disagree.

${CALL_OPTIONS_HELP}`,
  least: 1,
  most: 1,
  options: CALL_OPTIONS,
});
const { corpora, seeds, corpusOf, eachCast } = await openCalls(positionals[0], values);
const { layOut } = await loadLab('rehearsal/call-audio.ts');
const { analyzeCall, rehearse, rehearsalConfig } = await loadLab('rehearsal/rehearse.ts');
const { newestMessages, oneMood, panelFigures, scorePanel } = await loadLab('rehearsal/panel-score.ts');

const panels = { 'newest message': newestMessages, 'one mood': oneMood };
const scores = [];
await eachCast(async ({ pool, cast, plans, soundOf }) => {
  // The agent is not analyzed, as in most calls; so one who gets angry makes no difference.
  for (const plan of plans.filter(({ kind }) => kind !== 'angry_agent')) {
    const { channels, lines, durationMs } = await layOut(plan, soundOf);
    const { told } = await rehearse(await analyzeCall(pool, channels), rehearsalConfig(false));
    for (const [panel, follow] of Object.entries(panels)) {
      const score = scorePanel(plan.kind, lines, durationMs, told, follow());
      scores.push({ ...score, panel, corpus: corpusOf(cast.caller) });
    }
  }
});

const COLUMNS = [
  ['calls', ({ calls }) => String(calls)],
  ['minutes', ({ minutes }) => minutes.toFixed(0)],
  ['changes/min', ({ changesPerMinute }) => changesPerMinute.toFixed(1)],
  ['anger shown', ({ shown }) => shown],
  ['after s', ({ delayMedianS, delayP90S }) => `${delayMedianS.toFixed(1)}/${delayP90S.toFixed(1)}`],
  ['false/hour', ({ falseAlarmsPerHour }) => falseAlarmsPerHour.toFixed(1)],
  ['disagree/min', ({ disagreementsPerMinute }) => disagreementsPerMinute.toFixed(2)],
  ['of time', ({ disagreementShare }) => `${(100 * disagreementShare).toFixed(1)} %`],
];
const rows = [...corpora, 'all'].flatMap((corpus) =>
  Object.keys(panels).flatMap((panel) => {
    const own = scores.filter(
      (score) => score.panel === panel && (corpus === 'all' || score.corpus === corpus),
    );
    return own.length === 0 ? [] : [[`${corpus}, ${panel}`, panelFigures(own)]];
  }),
);
console.log(`\nseeds ${seeds.join(', ')}`);
printTable(COLUMNS, rows, { first: 26, width: 13 });
console.log(`
changes: of the headline. anger shown: calls whose panel was red while the caller was angry; after s: median and ninth decile from
the first angry word. false/hour: reds that began while the caller was calm, per hour of calm talk. disagree: stretches in which
one part said heated and another even or unclear, and their share of the calls.`);
