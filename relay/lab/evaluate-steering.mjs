/**
 * Plays scripted calls of real sentences (calm, angry, calm; two people on two channels) through the relay's inference and
 * call analysis, and prints how often modes, cues and alerts come at the right turns. Readers that were not fitted
 * on a speaker hear that speaker. ffmpeg decodes the sentences. `--help` lists the options.
 */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadLab } from './load.mjs';
import { CALL_OPTIONS, CALL_OPTIONS_HELP, openCalls, printTable } from './rehearsed-calls.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate:steering -- <folder with index.csv> [options]

Plays calls of real sentences through the relay and prints how often modes, cues and alerts come at the right turns.

${CALL_OPTIONS_HELP}
  --model file.onnx    one live reader for everybody, and the full one beside it
  --calls              prints every call`,
  least: 1,
  most: 1,
  options: { ...CALL_OPTIONS, model: { type: 'string' }, calls: { type: 'boolean', default: false } },
});
const { corpora, seeds, corpusOf, eachCast } = await openCalls(positionals[0], values);
const { layOut } = await loadLab('rehearsal/call-audio.ts');
const { analyzeCall, rehearse, rehearsalConfig } = await loadLab('rehearsal/rehearse.ts');
const { callerTrace, figuresOf, scoreCall } = await loadLab('rehearsal/score.ts');

const scores = [];
const identical = { pairs: 0, same: 0 };
const started = process.cpuUsage();
await eachCast(async ({ pool, cast, seed, plans, soundOf }) => {
  const traces = new Map();
  for (const plan of plans) {
    const audio = await layOut(plan, soundOf);
    const played = await rehearse(await analyzeCall(pool, audio.channels), rehearsalConfig(true));
    const score = scoreCall(plan.kind, audio.lines, audio.durationMs, played);
    scores.push({ ...score, corpus: corpusOf(cast.caller) });
    traces.set(plan.kind, callerTrace(played));
    if (values.calls)
      console.log(`${cast.caller} beside ${cast.agent}, seed ${seed}: ${JSON.stringify(score)}`);
  }
  identical.pairs++;
  if (traces.get('steady') === traces.get('angry_agent')) identical.same++;
});

const percent = (value) => (Number.isNaN(value) ? '' : `${(100 * value).toFixed(0)} %`);
const number = (value, digits = 1) => (Number.isNaN(value) ? '' : value.toFixed(digits));
const COLUMNS = [
  ['flares', ({ flares }) => String(flares)],
  ['told', ({ detected }) => percent(detected)],
  ['once', ({ once }) => percent(once)],
  ['after s', ({ delayMedianS, delayP90S }) => `${number(delayMedianS)}/${number(delayP90S)}`],
  ['cooled', ({ cooledDown }) => percent(cooledDown)],
  ['after s', ({ coolingMedianS }) => number(coolingMedianS)],
  ['cued once', ({ cuedOnce }) => percent(cuedOnce)],
  ['alerted', ({ alerted }) => percent(alerted)],
  ['once', ({ alertedOnce }) => percent(alertedOnce)],
  ['min calm', ({ calmMinutes }) => number(calmMinutes, 0)],
  ['false/min', ({ falseEscalationsPerMinute }) => number(falseEscalationsPerMinute, 2)],
  ['cues/min', ({ falseCuesPerMinute }) => number(falseCuesPerMinute, 2)],
  ['alerts', ({ falseAlerts }) => percent(falseAlerts)],
  ['agents', ({ agentsOverheated }) => percent(agentsOverheated)],
];
console.log(`\n${scores.length} calls, seeds ${seeds.join(', ')}`);
const rows = [...corpora, 'all'].map((corpus) => [
  corpus,
  figuresOf(scores.filter((score) => corpus === 'all' || score.corpus === corpus)),
]);
printTable(COLUMNS, rows, { first: 10, width: 11 });
const { user, system } = process.cpuUsage(started);
const minutes = scores.reduce((sum, score) => sum + score.minutes, 0);
console.log(`
told: the caller's mode became caller_escalating while the caller was angry; once: exactly once, and never else.
after s: median and ninth decile from the first angry word; cooled: calm again by the end, and how long after the last one.
cued once: one escalation cue while the caller was angry. alerted: escalation_risk_high from the first angry turn on.
min calm: minutes in which nobody is angry or only the agent; false/min, cues/min: escalations and cues of trouble in them.
alerts: calls with an alert before any anger. agents: angry agents whose own mode was agent_overheated.
The caller's part was byte for byte the same beside a calm and an angry agent in ${identical.same} of ${identical.pairs} calls.
${minutes.toFixed(0)} minutes of two channels, ${((user + system) / 1e6).toFixed(0)} s of CPU.`);
