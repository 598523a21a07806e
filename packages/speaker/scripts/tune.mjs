/**
 * node scripts/tune.mjs [folder with index.csv] [--model file.onnx] [--out settings.json]
 *
 * Fits what makes scores of voiceprints: directions of moods and the cohort, of training speakers, and on tuning voices
 * (lib/tuning-speech.mjs) the calibrations, of stretches of one line and of any two voiceprints, and the thresholds. `npm run join:speaker` runs it, then tune-diarization.mjs,
 * and writes the result into the metadata. Without a folder, it uses UNDERTONE_SPEECH_DIR, or ../shared/speech.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVoiceprintAccumulator, mergeVoiceprints, scoreVoiceprints } from '@undertone/speaker';
import { loadSpeakerModel } from '@undertone/speaker/node';
import { speechFolder } from '../../../scripts/lib/speech.mjs';
import { backgroundSegments } from './lib/background.mjs';
import { equalError } from './lib/equal-error.mjs';
import { fitCalibration, impostorThreshold } from './lib/calibration.mjs';
import { SHIPPED } from './lib/models.mjs';
import { encoded, learnMoods } from './lib/moods.mjs';
import { PACKAGE_DIR } from './lib/python.mjs';
import { highestOf, strangersOf } from './lib/open-set.mjs';
import { groupBy } from './lib/speech.mjs';
import { segmentsOf, sidesOf, trialsOf } from './lib/trials.mjs';
import { listTuning, OPEN_CORPORA } from './lib/tuning-speech.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    out: { type: 'string' },
  },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = positionals[0] === undefined ? speechFolder : from(positionals[0]);
const file = values.model === undefined ? SHIPPED : from(values.model);
const model = await loadSpeakerModel(file);
const clips = await listTuning(folder);
let { metadata } = model;

/** The voiceprints of segments; segments with hardly any speech are dropped. */
async function hear(segments) {
  for (const segment of segments) {
    const accumulator = createVoiceprintAccumulator(metadata);
    accumulator.add(await model.analyze(segment.samples));
    segment.voiceprint = accumulator.voiceprint();
  }
  return segments.filter(({ voiceprint }) => voiceprint !== undefined);
}

/** The number of nearest strangers that normalize a score (EXPERIMENTS.md). */
const NEAREST = 60;

/** The voices that normalize every score: the mean voiceprint of each training speaker. */
function cohortOf(heard) {
  const rows = [...groupBy(heard, ({ speaker }) => speaker).values()].map(
    (own) =>
      mergeVoiceprints(
        metadata,
        own.map(({ voiceprint }) => voiceprint),
      ).embedding,
  );
  return { ...encoded(rows), nearest: Math.min(NEAREST, rows.length) };
}

const moodsWithout = await learnMoods(model, folder, OPEN_CORPORA);
// Voiceprints keep all directions here; scores take those out that neither of a pair taught.
metadata = { ...metadata, moods: undefined, identity: undefined };
const isOpen = ({ corpus }) => OPEN_CORPORA.includes(corpus);
const background = (await backgroundSegments(folder, file)).filter(isOpen);
metadata = { ...metadata, cohort: cohortOf(await hear(background)) };
console.error(`${metadata.cohort.count} voices in the cohort`);

const PLAIN = { slope: [1, 0], offset: [0, 0], seconds: [0.5, 10] };

/** Scores two segments with these settings, by directions of moods that neither of them taught. */
const scorer = (settings) => {
  const known = new Map();
  return (a, b) => {
    // One object for each set of moods.
    const moods = moodsWithout([a.speaker, b.speaker]);
    if (!known.has(moods)) known.set(moods, { ...metadata, ...settings, moods });
    return scoreVoiceprints(known.get(moods), a.voiceprint, b.voiceprint);
  };
};
const plain = scorer({ calibration: PLAIN });
const speakers = sidesOf(clips);
const [MICROPHONE, TELEPHONE] = ['own microphone', 'telephone'];

/** All trials of these seconds and channels, before they are calibrated. */
async function tried(seconds, channels) {
  const segments = segmentsOf(speakers, { seconds, counts: 'everything', channels });
  return trialsOf(await hear(segments), (a, b) => {
    const { similarity, logLikelihoodRatio } = plain(a, b);
    const harmonic = 2 / (1 / a.voiceprint.speechSeconds + 1 / b.voiceprint.speechSeconds);
    // Without calibration, the ratio is the cosine held against the cohort.
    return { cosine: similarity, normalized: logLikelihoodRatio, seconds: harmonic };
  });
}

/** Trials with one of their numbers as what is calibrated. */
const by = (name, trials) =>
  trials.map(({ score, ...trial }) => ({
    ...trial,
    score: { value: score[name], seconds: score.seconds },
  }));

/** The equal error rate of trials, %. */
const rate = (trials, score) =>
  equalError(
    trials.map((trial) => ({ ...trial, score: score(trial) })),
    1,
  ).rate.toFixed(1);

const ofOneLine = [];
const atThree = [];
for (const [seconds, channel] of [
  [[1, 1], MICROPHONE],
  [[2, 2], MICROPHONE],
  [[3, 3], MICROPHONE],
  [[5, 5], MICROPHONE],
  [[5, 1], MICROPHONE],
  [[5, 2], MICROPHONE],
  [[3, 3], TELEPHONE],
]) {
  const pairs = await tried(seconds, [channel, channel]);
  ofOneLine.push(...pairs);
  if (seconds[0] === 3 && channel === MICROPHONE) atThree.push(...pairs);
}
console.error(
  `tuning speakers, 3 s: ${rate(atThree, ({ score }) => score.cosine)} % by cosine, ${rate(atThree, ({ score }) => score.normalized)} % held against the cohort`,
);
const acrossLines = [];
for (const channels of [
  [MICROPHONE, TELEPHONE],
  [TELEPHONE, MICROPHONE],
])
  acrossLines.push(...(await tried([3, 3], channels)));
const calibration = fitCalibration(by('normalized', ofOneLine));
const identity = fitCalibration(by('cosine', [...ofOneLine, ...acrossLines]));
metadata = { ...metadata, calibration, identity };
const calibrated = scorer({});
console.error(JSON.stringify({ calibration, identity }));
/**
 * The thresholds keep false accepts at about 1 %: for one impostor of the same corpus and gender, and for many
 * strangers.
 */
const identify = impostorThreshold(identity, by('cosine', atThree), 0.01);
const tries = await hear(
  segmentsOf(speakers, {
    seconds: [3, 3],
    counts: 'everything',
    channels: ['own microphone', 'own microphone'],
  }),
);
const amongMany = highestOf(
  tries.filter(({ side }) => side === 1),
  await hear(strangersOf(background)),
  (a, b) => calibrated(a, b).logLikelihoodRatio,
).map(({ count, highest }) => ({
  count,
  needed: highest.sort((a, b) => b - a)[Math.floor(0.01 * highest.length)],
}));
const identifyGrowth = Number(
  Math.max(
    0,
    ...amongMany
      .filter(({ count }) => count > 1)
      .map(({ count, needed }) => (needed - identify) / Math.log(count)),
  ).toFixed(4),
);
console.error(
  `identify ${identify}, growth ${identifyGrowth}; strangers: ${amongMany.map(({ count, needed }) => `${needed.toFixed(2)} of ${count}`).join(', ')}`,
);
const thresholds = {
  voiceprintSpeech: metadata.thresholds.voiceprintSpeech,
  identify,
  identifyGrowth,
  verify: 0,
  enrollSpeechSeconds: 8,
  resolveSpeechSeconds: 3,
};
const { cohort } = metadata;
/** Where tune-diarization.mjs starts from, whatever the model was tuned to before. */
const { diarization } = JSON.parse(readFileSync(`${PACKAGE_DIR}training/settings.json`, 'utf8'));
const text =
  JSON.stringify(
    {
      moods: moodsWithout(),
      cohort,
      calibration,
      identity,
      thresholds,
      diarization,
    },
    null,
    2,
  ) + '\n';
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(from(values.out), text);
await model.dispose();
