/** `npm run bench:voice-cost`: CPU of hearing voices, per second of audio. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createOnlineDiarizer, createVoiceprintAccumulator, diarize } from '@undertone/speaker';
import { loadSpeakerModel } from '@undertone/speaker/node';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { speechFolder } from '../../../scripts/lib/speech.mjs';
import { SHIPPED } from '../scripts/lib/models.mjs';
import { concatenate, listSpeech, trimmed } from '../scripts/lib/speech.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run bench:voice-cost -- [folder with index.csv] [options]

Prints the CPU time of one thread in ms per second of audio: of a live stream of one person in pieces of 250 ms, of such streams in turn
and at once, when they share calls of the network, of lines of one person as the relay hears them for five minutes, of a recording, of the diarizers beside the network, and of a stream of which half is silence. The audio
is read speech (LibriSpeech, test speakers) without the pauses at its ends. Every figure is the least of so many rounds.
Floor, live, batched: 2 ms per second of speech; aim .7.

  --model a.onnx,b.onnx    other models, in one run, round by round (default the shipped one)
  --rounds N               default 5`,
  most: 1,
  options: { model: { type: 'string' }, rounds: { type: 'string', default: '5' } },
  whole: ['rounds'],
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = positionals[0] === undefined ? speechFolder : from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it`);
  process.exit(2);
}
const RATE_HZ = 16_000;
const SECONDS = 48;
const STREAMS = 8;
/** As the relay hears a line of one person (relay/src/inference/voices/speaker-tracker.ts). */
const THOROUGH_SECONDS = 24;
const CALL_SECONDS = 288;
const LINE_APART = 1.75 * RATE_HZ;
const PIECE = 4_000;
const files = values.model === undefined ? [SHIPPED] : values.model.split(',').map(from);

const clips = (await listSpeech(folder, 'test')).filter(({ corpus }) => corpus === 'librispeech');
const speech = concatenate(clips.slice(0, 12).map((clip) => trimmed(clip.samples()))).slice(
  0,
  SECONDS * RATE_HZ,
);
const halfSilent = concatenate([speech.subarray(0, speech.length / 2), new Float32Array(speech.length / 2)]);

/** Hears samples as a live stream, one piece after the other; `take` gets the frames. */
async function stream(listener, samples, take) {
  for (let at = 0; at < samples.length; at += PIECE)
    take(await listener.push(samples.subarray(at, at + PIECE)));
  take(await listener.end());
}

/** Eight streams that get their pieces one after the other, or all in one turn of the thread, as when lines of the relay wait. */
async function inTurn(listeners) {
  for (let at = 0; at < speech.length; at += PIECE)
    for (const listener of listeners) await listener.push(speech.subarray(at, at + PIECE));
}
async function together(listeners) {
  for (let at = 0; at < speech.length; at += PIECE)
    await Promise.all(listeners.map((listener) => listener.push(speech.subarray(at, at + PIECE))));
}

async function costsOf(file) {
  const model = await loadSpeakerModel(file);
  const { metadata } = model;
  const voiceprint = async (samples) => {
    const accumulator = createVoiceprintAccumulator(metadata);
    await stream(model.createListener(), samples, (frames) => accumulator.add(frames));
    accumulator.voiceprint();
  };
  const listeners = () => Array.from({ length: STREAMS }, () => model.createListener());
  /** Lines begin one after the other, so that they are not all heard at the same moments. */
  const lines = async () => {
    const streams = Array.from({ length: STREAMS }, (_, n) => ({
      stream: model.createVoiceprintStream({ thoroughSeconds: THOROUGH_SECONDS }),
      first: n * LINE_APART,
    }));
    for (let at = 0; at < CALL_SECONDS * RATE_HZ + STREAMS * LINE_APART; at += PIECE)
      await Promise.all(
        streams
          .filter(({ first }) => at >= first && at < first + CALL_SECONDS * RATE_HZ)
          .map(({ stream, first }) => {
            const from = (at - first) % speech.length;
            return stream.push(speech.subarray(from, from + PIECE));
          }),
      );
    for (const { stream } of streams) stream.voiceprint();
  };
  const frames = await model.analyze(speech);
  const ways = {
    'one stream of one person': [() => voiceprint(speech), 1],
    '… half of it silence': [() => voiceprint(halfSilent), 1],
    'one stream of several people': [
      async () => {
        const diarizer = createOnlineDiarizer(metadata);
        await stream(model.createListener(), speech, (part) => diarizer.push(part));
        diarizer.end();
      },
      1,
    ],
    'eight streams in turn': [() => inTurn(listeners()), STREAMS],
    'eight streams at once': [() => together(listeners()), STREAMS],
    [`${STREAMS} lines of one person, ${CALL_SECONDS} s`]: [
      () => lines(),
      (STREAMS * CALL_SECONDS) / SECONDS,
    ],
    'a recording, network alone': [() => model.analyze(speech), 1],
    'a recording, diarize alone': [() => Promise.resolve(diarize(metadata, frames)), 1],
  };
  const close = () => model.dispose();
  return { name: `${metadata.version} ${metadata.space}`, ways, close };
}

const models = await Promise.all(files.map(costsOf));
const least = {};
for (let round = 0; round < values.rounds; round += 1)
  for (const { name, ways } of models)
    for (const [way, [run, streams]] of Object.entries(ways)) {
      const started = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(started);
      const ms = (user + system) / 1_000 / SECONDS / streams;
      const row = (least[way] ??= {});
      row[name] = Math.min(row[name] ?? Infinity, ms);
    }
console.log(`CPU, ms per second of audio, one thread, the least of ${values.rounds} rounds`);
console.table(
  Object.fromEntries(
    Object.entries(least).map(([way, row]) => [
      way,
      Object.fromEntries(Object.entries(row).map(([name, ms]) => [name, ms.toFixed(2)])),
    ]),
  ),
);
for (const { close } of models) await close();
