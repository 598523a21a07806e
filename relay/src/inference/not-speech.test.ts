import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadModel, type EmotionModel } from '@undertone/model/node';
import { syntheticVoice } from '@undertone/model/golden';
import { UNCERTAIN, type Directive, type VocalEvent } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordingChannel } from '../domain/recordings/recording-channel.js';
import { leadingEmotion } from '../domain/recordings/overall-emotion.js';
import { TurnListener } from '../domain/conversations/utterances/turn-listener.js';
import type { UtteranceReading } from '../domain/conversations/utterances/utterance.js';
import { CallAnalysis } from '../domain/call/call-analysis.js';
import { aConfig, countingIds } from '../domain/call/testing/scripted-call.js';
import { decodeFile } from '../media/decoding/decode-file.js';
import { analyzeFile } from './file-analysis.js';
import { createInferencePool } from './pool/pool.js';
import type { InferencePool } from './port.js';
import { SHIPPED_MODEL_PATH } from './testing/fake-model.js';
import { InProcessWorker } from './testing/in-process-host.js';
import { ManualClock } from './testing/manual-clock.js';
import { otherSounds } from './testing/other-sounds.js';

const SPEECH =
  process.env['UNDERTONE_SPEECH_DIR'] ??
  fileURLToPath(new URL('../../../../../shared/speech', import.meta.url));
const corpora = existsSync(`${SPEECH}/index.csv`);
if (!corpora) console.warn(`Real bursts and speech are not heard: ${SPEECH} is not there`);

let model: EmotionModel;
let pool: InferencePool;
beforeAll(async () => {
  model = await loadModel(SHIPPED_MODEL_PATH);
  const clock = new ManualClock();
  pool = createInferencePool({ workers: 1, clock, spawn: () => new InProcessWorker(model, clock.now) });
  await pool.ready();
});
afterAll(async () => {
  await pool.close();
  await model.dispose();
});

interface Heard {
  directives: Directive[];
  events: VocalEvent[];
  file: RecordingChannel;
  /** How each turn of a stream sounded. Predictions and alerts are computed from this. */
  turns: UtteranceReading[];
}

/** Runs the whole path of the relay: workers, gate, and the results of both a stream and an upload. */
const hear = async (samples: Float32Array): Promise<Heard> => {
  const conversation = CallAnalysis.create(aConfig(), countingIds());
  const file = new RecordingChannel(0, () => 'turn');
  const heard: Heard = { directives: [], events: [], file, turns: [] };
  let ear = new TurnListener();
  const note = (bodies: ReturnType<CallAnalysis['advance']>): void => {
    for (const body of bodies) {
      if (body.kind === 'turn.end') {
        heard.turns.push(ear.read());
        ear = new TurnListener();
      }
      if (body.kind === 'directive') heard.directives.push(body.value);
      if (body.kind === 'vocal_event') heard.events.push(body.value);
    }
  };
  await analyzeFile(pool, {
    id: 'sound',
    channels: [samples],
    features: ['emotion', 'prosody', 'vad'],
    signal: new AbortController().signal,
    onResult: (result) => {
      ear.hear(result);
      note(conversation.advance(result));
      file.advance(result);
    },
  });
  note(conversation.end());
  file.end();
  return heard;
};

const named = ({ directives }: Heard): number =>
  directives.filter(({ emotion }) => emotion !== undefined && emotion !== UNCERTAIN).length;

const fileIsCertain = ({ file: { opinion } }: Heard): boolean =>
  opinion !== undefined && !leadingEmotion(opinion).uncertain;

/** Picks the same recordings every time, spread over those that match. */
const recordings = async (
  count: number,
  wanted: (row: readonly string[]) => boolean,
): Promise<Float32Array[]> => {
  const rows = readFileSync(`${SPEECH}/index.csv`, 'utf8').trim().split('\n').slice(1);
  const paths = rows
    .map((line) => line.split(','))
    .filter(wanted)
    .map(([path]) => path ?? '');
  const chosen = Array.from(
    { length: count },
    (_, i) => paths[Math.floor(((i + 0.5) * paths.length) / count)] ?? '',
  );
  return Promise.all(
    chosen.map(async (path) => {
      const blocks: Float32Array[] = [];
      const request = { layout: 'mono' as const, maxSeconds: 60 };
      await decodeFile(await readFile(`${SPEECH}/${path}`), request, (channels) => {
        blocks.push(...channels);
        return Promise.resolve();
      });
      const samples = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 8_000));
      blocks.reduce((at, block) => (samples.set(block, at), at + block.length), 8_000);
      return samples;
    }),
  );
};

describe('sounds that are not speech, through the whole path', () => {
  it.each(Object.entries(otherSounds()))(
    '%s gets no emotion, in a stream or a file',
    async (_name, samples) => {
      const heard = await hear(samples);
      expect(named(heard)).toBe(0);
      expect(fileIsCertain(heard)).toBe(false);
      for (const directive of heard.directives) expect(directive.confidence).toBeLessThan(0.35);
    },
  );

  it.each(['dialling', 'a European ringing tone', 'a dial tone', 'a tone of 220 Hz', 'a plucked melody'])(
    '%s gives the turns of a call no emotion and no tone, and causes no vocal event',
    async (name) => {
      const { turns, file, events } = await hear(otherSounds()[name] ?? new Float32Array(0));
      expect(turns.length).toBeGreaterThan(0);
      for (const turn of turns) expect(turn).toEqual({ emotion: null, confidence: null, tone: null });
      expect(file.opinion).toBeUndefined();
      for (const turn of file.turns) expect(turn).not.toHaveProperty('emotion');
      expect([...events, ...file.vocalEvents]).toEqual([]);
    },
  );

  it('[RT97] dial tones and ringing before a voice do not change its readings, and stream and upload agree on each turn', async () => {
    const voice = syntheticVoice(4, 3);
    const alone = await hear(voice);
    const noise = ['dialling', 'a European ringing tone'].map((name) => otherSounds()[name] ?? voice);
    const before = await hear(
      Float32Array.from([...noise, new Float32Array(16_000), voice].flatMap((part) => [...part])),
    );
    const [own, said] = [alone, before].map(({ file: { opinion } }) => opinion && leadingEmotion(opinion));
    expect(said?.emotion).toBe(own?.emotion);
    expect(Math.abs((said?.confidence ?? 0) - (own?.confidence ?? 1))).toBeLessThan(0.1);
    expect(before.file.quality.narrowband).toBe(alone.file.quality.narrowband);
    expect(alone.file.turns.map(({ emotion }) => emotion)).toEqual([alone.file.opinion]);
    expect(alone.turns.map(({ confidence }) => confidence)).toEqual([own?.confidence]);
  });

  it('[RT80] gives the reason, and does not repeat earlier readings of speech', async () => {
    const { directives } = await hear(otherSounds()['a tone of 220 Hz'] ?? new Float32Array(0));
    // The first reading knows a quarter second. It has a confidence, which is below the floor.
    const told = directives.filter(({ speech }) => speech).slice(1);
    expect(told.length).toBeGreaterThan(3);
    for (const directive of told) {
      expect(directive).toMatchObject({ emotion: UNCERTAIN, confidence: 0, emotionProbabilities: {} });
      expect(directive.quality.doubts).toContain('out_of_domain');
      expect(directive).not.toHaveProperty('valence');
    }
  });

  it('a voice still gets readings, and all of them count as speech', async () => {
    const { file } = await hear(syntheticVoice(4, 3));
    expect(file.opinion).toBeDefined();
    expect(file.quality.doubts).not.toContain('out_of_domain');
  });
});

describe.skipIf(!corpora)('real bursts and real speech, through the whole path', () => {
  it('bursts rarely get an emotion, and become events', { timeout: 60_000 }, async () => {
    let [spans, emotions, certain, events] = [0, 0, 0, 0];
    const bursts = await recordings(48, ([, corpus]) => corpus === 'emogator');
    for (const samples of bursts) {
      const heard = await hear(samples);
      spans += heard.directives.length;
      emotions += named(heard);
      if (fileIsCertain(heard)) certain++;
      if (heard.events.length > 0) events++;
      for (const event of heard.events) {
        expect(event.endMs - event.startMs).toBeGreaterThanOrEqual(400);
        expect(event.event).toMatch(/^(laugh|cheer|sigh|cry|scream|gasp|groan|hum)$/);
      }
    }
    expect(emotions / spans).toBeLessThan(0.2);
    expect(certain / bursts.length).toBeLessThan(0.2);
    expect(events / bursts.length).toBeGreaterThan(0.4);
  });

  it('sentences keep their emotion, and almost never count as a burst', { timeout: 60_000 }, async () => {
    let [certain, events] = [0, 0];
    const sentences = await recordings(24, ([, corpus]) => corpus === 'ravdess' || corpus === 'emodb');
    for (const samples of sentences) {
      const heard = await hear(samples);
      if (fileIsCertain(heard)) certain++;
      events += heard.events.length;
    }
    expect(certain / sentences.length).toBeGreaterThan(0.7);
    expect(events).toBeLessThan(3);
  });
});
