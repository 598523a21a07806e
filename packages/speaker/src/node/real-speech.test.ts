import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSpeech, speechFolder } from '../../scripts/lib/speech-folder.mjs';
import { diarize, scoreVoiceprints, type SpeakerModel, type Voiceprint } from '../index.js';
import { loadSpeakerModel } from './index.js';

const RATE_HZ = 16_000;
const haveFfmpeg = (): boolean => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const missing = [
  ...(hasSpeech ? [] : ['labeled speech in UNDERTONE_SPEECH_DIR']),
  ...(haveFfmpeg() ? [] : ['ffmpeg to decode it']),
];
if (missing.length > 0)
  console.warn(
    `SKIPPED: voices of real speech, missing ${missing.join(' and ')}; synthesized voices are tested`,
  );

/** One recording of each of these speakers: read English, by people on whom the model was neither trained nor tested. */
const recordings = (): Float32Array[] => {
  const split = fileURLToPath(new URL('../../training/split.json', import.meta.url));
  const { tune } = JSON.parse(readFileSync(split, 'utf8')) as { readonly tune: readonly string[] };
  const rows = readFileSync(join(speechFolder, 'index.csv'), 'utf8').trim().split(/\r?\n/u).slice(1);
  return rows
    .map((row) => row.split(','))
    .filter(([, corpus, speaker = '', , , , , , seconds]) =>
      corpus === 'librispeech' && tune.includes(speaker) ? Number(seconds) >= 12 : false,
    )
    .map(([path = '']) => decode(join(speechFolder, path)));
};

const decode = (path: string): Float32Array => {
  const bytes = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-f', 's16le', '-ac', '1', '-ar', `${RATE_HZ}`, '-'],
    { maxBuffer: 1 << 24 },
  );
  return Float32Array.from({ length: bytes.length / 2 }, (_, n) => bytes.readInt16LE(2 * n) / 32_768);
};

const seconds = (samples: Float32Array, from: number, to: number): Float32Array =>
  samples.slice(from * RATE_HZ, to * RATE_HZ);

describe.skipIf(missing.length > 0)('Voices of real speech that the model was not trained on', () => {
  let model: SpeakerModel;
  let voices: Float32Array[];
  beforeAll(async () => {
    model = await loadSpeakerModel();
    voices = recordings();
  }, 60_000);
  afterAll(() => model.dispose());

  async function voiceprint(samples: Float32Array): Promise<Voiceprint> {
    const stream = model.createVoiceprintStream();
    await stream.push(samples);
    await stream.end();
    const found = stream.voiceprint();
    if (found === undefined) throw new Error('no speech');
    return found;
  }

  it('match themselves five seconds later for at least 80 % of the speakers', async () => {
    const enrolled = await Promise.all(voices.map((samples) => voiceprint(seconds(samples, 0, 5))));
    const tried = await Promise.all(voices.map((samples) => voiceprint(seconds(samples, 6, 11))));
    const found = tried.filter((trial, owner) => {
      const ratios = enrolled.map((each) => scoreVoiceprints(model.metadata, each, trial).logLikelihoodRatio);
      return ratios.indexOf(Math.max(...ratios)) === owner;
    });
    expect(voices.length).toBeGreaterThanOrEqual(10);
    expect(found.length / voices.length).toBeGreaterThanOrEqual(0.8);
  });

  it('are separated when two of them take turns of three seconds', async () => {
    let [right, frames] = [0, 0];
    // All neighboring pairs are tried, so that one pair of similar voices weighs little.
    for (let n = 0; n + 1 < voices.length; n += 1) {
      const [a, b] = [voices[n], voices[n + 1]];
      if (a === undefined || b === undefined) continue;
      const turns = [0, 3, 6, 9].flatMap((at) => [seconds(a, at, at + 3), seconds(b, at, at + 3)]);
      const audio = Float32Array.from(turns.flatMap((turn) => [...turn]));
      const found = diarize(model.metadata, await model.analyze(audio), { speakers: 2 }).turns;
      const speaks = (speaker: number, ms: number): boolean =>
        found.some((turn) => turn.speaker === speaker && turn.startMs <= ms && turn.endMs > ms);
      let [first, second, heard] = [0, 0, 0];
      for (let ms = 25; ms < 24_000; ms += 50) {
        const truth = Math.floor(ms / 3_000) % 2;
        if (!speaks(0, ms) && !speaks(1, ms)) continue;
        heard += 1;
        if (speaks(truth, ms)) first += 1;
        if (speaks(1 - truth, ms)) second += 1;
      }
      right += Math.max(first, second);
      frames += heard;
    }
    expect(frames).toBeGreaterThan(1_000);
    expect(right / frames).toBeGreaterThanOrEqual(0.85);
  });
});
