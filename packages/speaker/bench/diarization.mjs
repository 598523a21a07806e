/**
 * `npm run bench:diarization`: who speaks when in composed conversations (scripts/lib/conversations.mjs),
 * compared with a rival.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { diarize } from '@undertone/speaker';
import { loadSpeakerModel } from '@undertone/speaker/node';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { speechFolder } from '../../../scripts/lib/speech.mjs';
import {
  hearConversations,
  listenLive,
  offline,
  rateOf,
  rateOfTurns,
  rivalScale,
} from '../scripts/lib/diarization-run.mjs';
import { hearBursts } from '../scripts/lib/bursts.mjs';
import { modelToScore } from '../scripts/lib/models.mjs';
import { rivalMetadata } from '../scripts/lib/rival-frames.mjs';
import { listSpeech } from '../scripts/lib/speech.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run bench:diarization -- [folder with index.csv] [options]

Prints diarization error rates of conversations composed from real sentences of speakers outside training. Their turns are known, and
overlaps are scored. Beside them stand those of the rival: windows of mel cepstra, their means and deviations standardized on tuning
conversations, compared by cosine, with the same voice activity, clustering and resegmentation. It has thresholds of its own, chosen
on the same tuning conversations.
Row V2, two people, their number not given, collar .25 s: in a recording floor 12 %, aim 7 %; live floor 14 %, aim 8 %.
packages/model/training/README.md describes the folder. Without one, UNDERTONE_SPEECH_DIR is used, or ../shared/speech.

  --model file.onnx      another model
  --part test|tune|all   which speakers (default test)
  --telephone            the same conversations by telephone: 300 to 3,400 Hz, mu-law at 8 kHz, behind the microphone; for the rival, too`,
  most: 1,
  options: {
    model: { type: 'string' },
    part: { type: 'string', default: 'test' },
    telephone: { type: 'boolean', default: false },
  },
  choices: { part: ['test', 'tune', 'all'] },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = positionals[0] === undefined ? speechFolder : from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it`);
  process.exit(2);
}
const channel = values.telephone ? 'telephone' : 'own microphone';
const file = modelToScore(values.part, values.model);
const model = await loadSpeakerModel(file);
const { metadata } = model;

const tuning = await hearConversations(
  model,
  await listSpeech(folder, values.part === 'all' ? 'all' : 'tune'),
  2,
  { share: 0.5, seed: 5, channel, rival: true },
);
const scale = rivalScale(tuning, metadata.diarization.windowFrames);
const candidates = [0.3, 0.5].flatMap((joinAbove) =>
  [0.1, 0.25, 0.4, 0.55].flatMap((mergeAbove) =>
    [0, 0.2].map((more) =>
      rivalMetadata(metadata, scale, { joinAbove, mergeAbove, singleAbove: mergeAbove + more }),
    ),
  ),
);
const rated = candidates.map((candidate) => ({
  candidate,
  rate: rateOf(tuning, offline(candidate, { frames: 'rivalFrames' }), 250).rate,
}));
const rival = rated.reduce((best, row) => (row.rate < best.rate ? row : best)).candidate;

const clips = await listSpeech(folder, values.part);
const voicesIn = (turns) => new Set(turns.map(({ speaker }) => speaker)).size;
const percent = ({ rate, missed, falseAlarm, confused }) =>
  `${rate.toFixed(1)} (${missed.toFixed(1)} missed, ${falseAlarm.toFixed(1)} false, ${confused.toFixed(1)} confused)`;
console.log(
  `${metadata.id} ${metadata.version} (${metadata.space}), part ${values.part}, each conversation through one ${values.telephone ? 'telephone' : 'microphone'}`,
);
const summary = {};
for (const count of [2, 3]) {
  const conversations = await hearConversations(model, clips, count, {
    share: count === 2 ? 1 : 0.5,
    channel,
    rival: true,
  });
  const minutes = conversations.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000;
  console.log(
    `\n${count} speakers: ${conversations.length} conversations, ${minutes.toFixed(0)} minutes; diarization error %`,
  );
  const rows = {};
  let own = [];
  const streams = conversations.map((conversation) => listenLive(metadata, conversation));
  const heardLive = new Map(streams.map((stream, n) => [conversations[n], stream]));
  for (const [name, find] of [
    ['ours, number of speakers not given', offline(metadata)],
    ['ours, number given', offline(metadata, { known: true })],
    ['ours, live, as told first', (conversation) => heardLive.get(conversation).told],
    ['ours, live, after revisions', (conversation) => heardLive.get(conversation).revised],
    ['rival, number not given', offline(rival, { frames: 'rivalFrames' })],
    ['rival, number given', offline(rival, { known: true, frames: 'rivalFrames' })],
  ]) {
    const found = conversations.map(find);
    if (own.length === 0) own = found;
    rows[name] = {
      'collar .25 s': percent(rateOfTurns(conversations, found, 250)),
      'no collar': percent(rateOfTurns(conversations, found, 0)),
      'number found': `${found.filter((turns) => voicesIn(turns) === count).length} of ${found.length}`,
    };
  }
  console.table(rows);
  const [revisions, again, turns] = [
    streams.map((stream) => stream.revisions),
    streams.map((stream) => stream.again),
    streams.map(({ told }) => told.length),
  ].map((list) => list.reduce((sum, value) => sum + value, 0));
  console.log(
    `live: ${(revisions / minutes).toFixed(2)} revisions a minute, of ${(turns / minutes).toFixed(1)} turns; ` +
      `${again} of ${revisions} of a turn that had been revised before`,
  );
  const byCorpus = {};
  for (const corpus of new Set(conversations.map((conversation) => conversation.corpus))) {
    const places = conversations.flatMap((conversation, n) => (conversation.corpus === corpus ? [n] : []));
    const [these, found] = [conversations, own].map((list) => places.map((n) => list[n]));
    const right = found.filter((turns) => voicesIn(turns) === count);
    byCorpus[corpus] = {
      conversations: places.length,
      'ours, number not given, collar .25 s': percent(rateOfTurns(these, found, 250)),
      'number found': `${right.length} of ${places.length}`,
    };
  }
  console.table(byCorpus);
  // A burst would come through no telephone.
  const disturbed = values.telephone ? [] : await hearBursts(model, conversations, clips);
  if (disturbed.length > 0) {
    const more = (turns, burst) => turns.filter((own, n) => voicesIn(burst[n]) > voicesIn(own)).length;
    const recorded = disturbed.map(offline(metadata));
    const heard = disturbed.map((each) => listenLive(metadata, each));
    const live = (kind) =>
      more(
        streams.map((stream) => stream[kind]),
        heard.map((stream) => stream[kind]),
      );
    console.log(
      `with one laugh, shout or the like of a stranger in each: one person more in ${more(own, recorded)} of ${own.length} ` +
        `recordings, live in ${live('told')} as told first and ${live('revised')} after revisions`,
    );
  }
  summary[count] = {
    recording: rateOfTurns(conversations, own, 250).rate,
    live: rateOfTurns(
      conversations,
      streams.map(({ told }) => told),
      250,
    ).rate,
    revised: rateOfTurns(
      conversations,
      streams.map(({ revised }) => revised),
      250,
    ).rate,
  };
}
const started = process.cpuUsage();
const [longest] = tuning.sort((a, b) => b.durationMs - a.durationMs);
diarize(metadata, longest.frames);
const { user, system } = process.cpuUsage(started);
const perSecond = (user + system) / 1_000 / (longest.durationMs / 1_000);
console.log(
  `\nCPU of diarize, besides the network: ${perSecond.toFixed(2)} ms per second of audio, one thread`,
);
for (const [name, rate, floor, aim] of [
  ['in a recording', summary[2].recording, 12, 7],
  ['live, as told first', summary[2].live, 14, 8],
  ['live, after revisions', summary[2].revised, 14, 8],
])
  console.log(
    `V2  two speakers, number not given, collar .25 s, ${name}: ${rate.toFixed(1)} % | floor ${floor} %: ` +
      `${rate <= floor ? 'met' : 'MISSED'} | aim ${aim} %: ${rate <= aim ? 'met' : 'missed'}`,
  );
await model.dispose();
