import { readFileSync } from 'node:fs';
import { parseModelMetadata } from '@undertone/model';
import { expect, it } from 'vitest';
import { LIVE_READER_PATH } from '../testing/fake-model.js';
import { Ear } from './ear.js';
import { EarChannel } from './ear-channel.js';
import { EarMemory } from './ear-memory.js';
import { LineLearner } from './line-learner.js';
import { UtteranceAudio } from './utterance-audio.js';

const metadata = parseModelMetadata(readFileSync(LIVE_READER_PATH.replace('.onnx', '.json'), 'utf8'));
const READER = { metadata, classifier: metadata.classifier ?? expect.fail('no classifier') };
const LIVE = { ...READER, run: () => Promise.reject(new Error('not here')) };

it('an utterance is wiped after the full reader has read it, and after the reader failed', async () => {
  for (const fails of [false, true]) {
    let given = new Float32Array(0);
    let loudest = 0;
    const read = (samples: Float32Array<ArrayBuffer>) => {
      given = samples;
      loudest = Math.max(...samples);
      return fails
        ? Promise.reject(new Error('the reader failed'))
        : Promise.resolve({ embedding: new Float32Array(metadata.embeddingSize), vad: new Float32Array(3) });
    };
    const readers = { live: LIVE, full: { ...READER, read } };
    const memory = new EarMemory({ granularitySamples: 8_000, stateSize: 4 });
    const audio = new UtteranceAudio(memory.pieces);
    audio.add(new Float32Array(4_000).fill(0.5));
    const learner = new LineLearner(readers);
    const reading = new Ear(readers).readWhole({
      channel: new EarChannel('0', memory, () => true),
      learner,
      stretch: 1,
      stretchMs: 250,
      seconds: 0.25,
      live: learner.live.judge(new Float64Array(metadata.embeddingSize), '0', 0.25),
      audio,
    });
    await (fails
      ? expect(reading).rejects.toThrow('the reader failed')
      : expect(reading).resolves.toBeDefined());
    expect(loudest).toBeCloseTo(0.5, 3);
    expect(given).toHaveLength(4_000);
    expect(given.every((sample) => sample === 0)).toBe(true);
  }
});
