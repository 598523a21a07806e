/**
 * `npm run bench:speakers`: equal error rates of voiceprints, compared with a rival. scripts/lib/trials.mjs
 * explains how the trials avoid leaks.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVoiceprintAccumulator, scoreVoiceprints } from '@undertone/speaker';
import { loadSpeakerModel } from '@undertone/speaker/node';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { speechFolder } from '../../../scripts/lib/speech.mjs';
import { equalError, errorsAt, leastDetectionCost, likelihoodCost } from '../scripts/lib/equal-error.mjs';
import { cepstralStatistics, standardiser } from '../scripts/lib/mfcc.mjs';
import { enrollmentsOf } from '../scripts/lib/enrollments.mjs';
import { backgroundSegments } from '../scripts/lib/background.mjs';
import { modelToScore } from '../scripts/lib/models.mjs';
import { highestOf, strangersOf } from '../scripts/lib/open-set.mjs';
import { listSpeech } from '../scripts/lib/speech.mjs';
import { IMPOSTORS, NEUTRAL, segmentsOf, sidesOf, trialsOf } from '../scripts/lib/trials.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run bench:speakers -- [folder with index.csv] [options]

Prints equal error rates, in percent, on speakers outside training (training/split.json). Beside them stand those of the rival: means
and deviations of mel cepstra, standardized on tuning speakers, compared by cosine. Intervals are 95 %, from a bootstrap over speakers.
Row V1, at 3 s of speech: against anybody floor 5 %, aim 2 %; against people of the same gender floor 7 %, aim 3 %; by telephone on both
sides floor 7 %, aim 3 %; RAVDESS's actors across their moods, against anybody and the same gender, floors 10 and 16 %, aims 4 and 6 %.
packages/model/training/README.md describes the folder. Without one, UNDERTONE_SPEECH_DIR is used, or ../shared/speech.

  --model file.onnx            another model
  --part test|tune|all         which speakers (default test; all for a folder of other speakers)
  --counts speech|everything   what fills the seconds of a trial: speech (default), or pauses too, so that it holds less speech
  --quick                      a quarter of the speakers, to see that everything is in place`,
  most: 1,
  options: {
    model: { type: 'string' },
    part: { type: 'string', default: 'test' },
    counts: { type: 'string', default: 'speech' },
    quick: { type: 'boolean', default: false },
  },
  choices: { part: ['test', 'tune', 'all'], counts: ['speech', 'everything'] },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = positionals[0] === undefined ? speechFolder : from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it`);
  process.exit(2);
}
const { counts } = values;

const file = modelToScore(values.part, values.model);
const model = await loadSpeakerModel(file);
const { metadata } = model;
const MIC = ['own microphone', 'own microphone'];
const rounds = values.quick ? 20 : 200;
/** Stretches for each side of a speaker. With three, results of one test differ by up to two points between draws. */
const perSide = values.quick ? 3 : 10;
let cpuMs = 0;
let audioSeconds = 0;

async function hear(segments, rivalToo = true) {
  for (const segment of segments) {
    const started = process.cpuUsage();
    const accumulator = createVoiceprintAccumulator(metadata);
    accumulator.add(await model.analyze(segment.samples));
    segment.voiceprint = accumulator.voiceprint();
    const { user, system } = process.cpuUsage(started);
    cpuMs += (user + system) / 1_000;
    audioSeconds += segment.samples.length / 16_000;
    if (rivalToo) segment.cepstra = cepstralStatistics(segment.samples);
  }
  return segments;
}

/** Without a voiceprint (hardly any speech) there is no match. */
const ours = (a, b) =>
  a.voiceprint && b.voiceprint
    ? scoreVoiceprints(metadata, a.voiceprint, b.voiceprint).logLikelihoodRatio
    : -20;

/** The rival's scale comes from the tuning speakers, processed like the test speakers. */
const background = await hear(
  segmentsOf(sidesOf(await listSpeech(folder, values.part === 'all' ? 'all' : 'tune')), {
    seconds: [3, 3],
    counts: 'everything',
    channels: MIC,
  }),
);
const scale = standardiser(background.map(({ cepstra }) => cepstra));
const rival = (a, b) => {
  const [x, y] = [a, b].map((segment) => (segment.scaled ??= scale(segment.cepstra)));
  return x.reduce((sum, value, n) => sum + value * y[n], 0);
};

const every = sidesOf(await listSpeech(folder, values.part));
const speakers = values.quick ? every.filter((_, n) => n % 4 === 0) : every;
const speech = speakers.filter(({ corpus }) => corpus !== 'emogator');
/** Removes the minus sign that rounding leaves before a zero. */
const percent = (value) => Math.max(0, value).toFixed(1);
const interval = ({ rate, low, high }) => `${percent(rate)} (${percent(low)}–${percent(high)})`;

/** A row of a table: ours and the rival's error, against both kinds of impostors. Undefined when there are no trials. */
function compare(name, segments) {
  const row = { name, speakers: 0 };
  for (const impostors of Object.keys(IMPOSTORS))
    for (const [who, score] of Object.entries({ ours, rival })) {
      const trials = trialsOf(segments, score, impostors);
      if (!trials.some(({ same }) => same) || !trials.some(({ same }) => !same)) continue;
      const error = equalError(trials, rounds);
      row[`${who}, ${impostors}`] = interval(error);
      row.speakers = error.speakers;
    }
  return row.speakers > 0 ? row : undefined;
}

function print(title, rows) {
  console.log(`\n${title}`);
  console.table(Object.fromEntries(rows.filter(Boolean).map(({ name, ...row }) => [name, row])));
}

console.log(
  `${metadata.id} ${metadata.version} (${metadata.space}), part ${values.part}, durations of ${counts === 'speech' ? 'speech' : 'audio, pauses counted'}: equal error rate, %, against anybody of the corpus and against people of the own gender, where it is known`,
);
const byLength = new Map();
for (const seconds of [1, 2, 3, 5])
  byLength.set(
    seconds,
    await hear(segmentsOf(speech, { seconds: [seconds, seconds], counts, channels: MIC, perSide })),
  );
print(
  'By length of both sides (each side through a microphone and noise of its own)',
  [...byLength].map(([seconds, segments]) => compare(`${seconds} s`, segments)),
);
const three = byLength.get(3);
print(
  'By corpus, 3 s',
  [...new Set(speech.map(({ corpus }) => corpus))].map((corpus) =>
    compare(
      corpus,
      three.filter((segment) => segment.corpus === corpus),
    ),
  ),
);

const byChannel = new Map();
for (const [name, pair] of [
  ['both as recorded', ['as recorded', 'as recorded']],
  ['telephone both', ['telephone', 'telephone']],
  ['enrolled wide, tried by telephone', ['own microphone', 'telephone']],
  ['enrolled by telephone, tried wide', ['telephone', 'own microphone']],
])
  byChannel.set(name, await hear(segmentsOf(speech, { seconds: [3, 3], counts, channels: pair, perSide })));
print(
  'By channel, 3 s',
  [...byChannel].map(([name, segments]) => compare(name, segments)),
);

const acted = speech.filter(({ corpus }) => ['ravdess', 'emodb', 'nemo', 'emospeech'].includes(corpus));
const moods = [];
for (const [name, labels] of [
  ['neutral against neutral', [NEUTRAL, NEUTRAL]],
  ['angry enrollment, neutral trial', [['angry'], NEUTRAL]],
  ['neutral enrollment, angry trial', [NEUTRAL, ['angry']]],
])
  moods.push(
    compare(name, await hear(segmentsOf(acted, { seconds: [3, 3], counts, channels: MIC, labels, perSide }))),
  );
print('By emotion, 3 s (RAVDESS, EmoDB, nEMO, emospeech; calm counts as neutral)', moods);

const profiles = await enrollmentsOf(speakers, metadata, hear, { counts, channels: MIC, perSide });
const enrolledIn = {};
for (const [name, tried] of profiles)
  for (const [mood, segments] of Object.entries(tried))
    for (const impostors of Object.keys(IMPOSTORS)) {
      const own = trialsOf(segments, ours, impostors);
      if (!own.some(({ same }) => same) || !own.some(({ same }) => !same)) continue;
      (enrolledIn[name] ??= {})[`${mood}, ${impostors}`] = percent(equalError(own, 1).rate);
    }
console.log('\nBy what was enrolled, tried with 3 s of any mood and of anger (RAVDESS, EmoDB, nEMO, TUREV)');
console.table(enrolledIn);

const bursts = speakers.filter(({ corpus }) => corpus === 'emogator');
if (bursts.length > 0)
  print('Vocal bursts, no speech: not part of any figure above', [
    compare(
      'emogator, 3 s',
      await hear(segmentsOf(bursts, { seconds: [3, 3], counts, channels: MIC, perSide })),
    ),
  ]);

/** The thresholds are made for the harder impostors. */
const trials = trialsOf(three, ours, 'own gender');
const { identify, identifyGrowth, verify } = metadata.thresholds;
const anybodys = trialsOf(three, ours, 'anybody');
console.log('\nCalibration, 3 s, against anybody and people of the own gender:');
for (const [what, cost] of [
  ['cost of the log-likelihood ratios (Cllr), bit: 0 perfect, 1 knows nothing', likelihoodCost],
  [
    'least cost of decisions where one in a hundred is the owner (minDCF): 1 says always no',
    leastDetectionCost,
  ],
])
  console.log(`${what}: ${cost(anybodys).toFixed(3)}, ${cost(trials).toFixed(3)}`);
for (const [name, threshold] of Object.entries({ identify, verify })) {
  const { accepted, missed } = errorsAt(trials, threshold);
  console.log(
    `threshold ${name} ${threshold}: ${accepted.toFixed(1)} % of impostors accepted, ${missed.toFixed(1)} % of owners missed`,
  );
}
const strangers = (await hear(strangersOf(await backgroundSegments(folder, file)), false)).filter(
  ({ voiceprint }) => voiceprint,
);
const open = await hear(segmentsOf(speech, { seconds: [5, 3], channels: MIC }), false);
const [enrolls, tries] = [0, 1].map((side) =>
  open.filter((segment) => segment.side === side && segment.voiceprint),
);
const owners = new Map(enrolls.map((segment) => [segment.speaker, segment]));
const rows = {};
for (const { count, highest } of highestOf(tries, strangers, ours)) {
  const needed = identify + identifyGrowth * Math.log(count);
  const known = tries.filter(({ speaker }) => owners.has(speaker));
  const found = known.filter((segment) => ours(owners.get(segment.speaker), segment) >= needed);
  const share = (part, all) => `${((100 * part) / all).toFixed(1)} %`;
  rows[count] = {
    'strangers taken for somebody': share(highest.filter((value) => value >= needed).length, highest.length),
    'owners found, enrolled with 5 s': share(found.length, known.length),
  };
}
console.log(`\nIdentified by 3 s among so many enrolled people, each side through a microphone of its own`);
console.table(rows);
console.log(
  `CPU: ${((cpuMs / audioSeconds) * 0.5).toFixed(2)} ms per 500 ms of audio, one thread, in-process`,
);
const moody = three.filter(({ corpus }) => corpus === 'ravdess');
const rateOf = (segments, impostors) => equalError(trialsOf(segments, ours, impostors), 1);
const phoned = byChannel.get('telephone both');
for (const [name, { rate }, floor, aim] of [
  ['anybody', equalError(anybodys, 1), 5, 2],
  ['own gender', equalError(trials, 1), 7, 3],
  ['telephone both sides, anybody', rateOf(phoned, 'anybody'), 7, 3],
  // Only where the part has RAVDESS's speakers: other folders do not.
  ...(moody.length > 0
    ? [
        ['RAVDESS across moods, anybody', rateOf(moody, 'anybody'), 10, 4],
        ['RAVDESS across moods, own gender', rateOf(moody, 'own gender'), 16, 6],
      ]
    : []),
])
  console.log(
    `V1  3 s, ${name}: ${rate.toFixed(1)} % | floor ${floor} %: ${rate <= floor ? 'met' : 'MISSED'} | aim ${aim} %: ${rate <= aim ? 'met' : 'missed'}`,
  );
await model.dispose();
