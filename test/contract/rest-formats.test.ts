/** "Supported audio formats: WAV, MP3, OGG, WebM, FLAC, M4A": the same sentence gives the same result in each of them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audioFormats, encodeAudio } from '../support/audio-formats.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { type RestAnswer, RestClient } from '../support/rest-client.js';
import { angryAndSad } from '../support/speech.js';

let relay: RelayProcess;
let client: RestClient;
beforeAll(async () => {
  relay = await RelayProcess.start();
  client = new RestClient(relay);
});
afterAll(() => relay.stop());

const rates = [8_000, 16_000, 24_000, 44_100, 48_000];

interface Heard {
  emotion: string;
  f0Hz: number;
}
const heardIn = ({ status, json }: RestAnswer): Heard => {
  expect({ status, error: json['error'] }).toEqual({ status: 200, error: undefined });
  const { emotion, prosody } = json as { emotion: string; prosody: { pitch: { mean: number } } };
  return { emotion, f0Hz: prosody.pitch.mean };
};

describe('the same sentence', () => {
  it('gives the same emotion and F0 within 2 % in every format, mono and stereo, from 8 to 48 kHz', async () => {
    const [angry] = await angryAndSad(1);
    const samples = angry!.samples;
    const told: (Heard & { what: string })[] = [];
    for (const format of audioFormats) {
      for (const rate of rates.filter((each) => format.rates?.includes(each) ?? true)) {
        for (const channels of [1, 2]) {
          const file = await encodeAudio(samples, format, rate, channels);
          // Without ffmpeg, the next test covers the formats with the files in the repository.
          if (file === undefined) return;
          const answer = await client.send('POST', '/v1/analyze/audio', file, {
            'content-type': format.mime,
          });
          told.push({ what: `${format.name} ${rate} Hz ${channels}`, ...heardIn(answer) });
        }
      }
    }
    const reference = told.find(({ what }) => what === 'WAV 16000 Hz 1')!;
    expect(told.length).toBeGreaterThan(60);
    expect(told.filter(({ emotion }) => emotion !== reference.emotion)).toEqual([]);
    expect(told.filter(({ f0Hz }) => Math.abs(f0Hz / reference.f0Hz - 1) > 0.02)).toEqual([]);
  });

  it('gives the same F0, and nearly the same probabilities, from the files in the repository', async () => {
    const folder = join(repositoryRoot, 'relay/src/media/fixtures');
    const told: { name: string; f0Hz: number; probabilities: Record<string, number> }[] = [];
    for (const name of (await readdir(folder)).filter((each) => /\.(m4a|flac|mp3|ogg|webm)$/.test(each))) {
      const bytes = new Uint8Array(await readFile(join(folder, name)));
      const answer = await client.form('/v1/analyze', { audio: bytes });
      const probabilities = answer.json['emotion_probabilities'] as Record<string, number>;
      told.push({ name, f0Hz: heardIn(answer).f0Hz, probabilities });
    }
    expect(told.length).toBeGreaterThanOrEqual(14);
    const reference = told.find(({ name }) => name === 'mono-16000.flac')!;
    expect(told.filter(({ f0Hz }) => Math.abs(f0Hz / reference.f0Hz - 1) > 0.02)).toEqual([]);
    // A synthesized voice has no clear emotion, so two labels may nearly tie. So compare the whole distribution.
    const distance = (probabilities: Record<string, number>) =>
      Object.entries(probabilities).reduce(
        (sum, [label, p]) => sum + Math.abs(p - (reference.probabilities[label] ?? 0)) / 2,
        0,
      );
    expect(
      told
        .map(({ name, probabilities }) => ({ name, distance: distance(probabilities) }))
        .filter((each) => each.distance > 0.25),
    ).toEqual([]);
  });
});
