import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseModelMetadata, type ModelMetadata } from '@undertone/model';
import type { Model, ModelOutputs } from '../worker/model-runner.js';

/** The shipped model's file, for tests that run it. */
export const SHIPPED_MODEL_PATH = fileURLToPath(
  new URL('../../../model/models/undertone-emotion.onnx', import.meta.url),
);
export const LIVE_READER_PATH = fileURLToPath(
  new URL('../../../model/models/undertone-live.onnx', import.meta.url),
);
export const FULL_READER_PATH = fileURLToPath(
  new URL('../../../model/models/undertone-full.onnx', import.meta.url),
);

const STATE_SIZE = 2;

/**
 * A model that keeps the contract and can be made to fail. It counts blocks in its state and sums the samples, so a lost,
 * doubled or swapped chunk changes its readings. Valence is the running mean of the samples. Arousal is the number of
 * blocks heard, divided by 1,000. The embedding's first number is the number of blocks.
 */
export class FakeModel implements Model {
  readonly metadata: ModelMetadata;
  /** The number of rows of each call. */
  readonly batches: number[] = [];
  private readonly failures: ((audio: Float32Array) => 'throw' | 'nan' | 'hang' | undefined)[] = [];

  constructor() {
    const shipped: unknown = JSON.parse(readFileSync(SHIPPED_MODEL_PATH.replace('.onnx', '.json'), 'utf8'));
    this.metadata = { ...parseModelMetadata(shipped), stateSize: STATE_SIZE };
  }

  /** Sets what a call with certain audio does instead of answering. */
  failWhen(failure: (audio: Float32Array) => 'throw' | 'nan' | 'hang' | undefined): void {
    this.failures.push(failure);
  }

  async run(audio: Float32Array, batch: number, state: Float32Array): Promise<ModelOutputs> {
    this.batches.push(batch);
    const outcome = this.failures.map((failure) => failure(audio)).find((each) => each !== undefined);
    if (outcome === 'throw') throw new Error('the model threw');
    if (outcome === 'hang') await new Promise<never>(() => undefined);
    const classes = this.metadata.classes.length;
    const logits = new Float32Array(batch * classes);
    const vad = new Float32Array(batch * 3);
    const { embeddingSize } = this.metadata;
    const embedding = new Float32Array(batch * embeddingSize);
    const next = Float32Array.from(state);
    const samples = audio.length / batch;
    for (let row = 0; row < batch; row++) {
      const own = audio.subarray(row * samples, (row + 1) * samples);
      const blocks = (next[STATE_SIZE * row] ?? 0) + samples / this.metadata.granularitySamples;
      const sum = (next[STATE_SIZE * row + 1] ?? 0) + own.reduce((total, sample) => total + sample, 0);
      next[STATE_SIZE * row] = blocks;
      next[STATE_SIZE * row + 1] = sum;
      logits[row * classes] = outcome === 'nan' ? NaN : 1;
      vad[3 * row] = sum / (blocks * this.metadata.granularitySamples);
      vad[3 * row + 1] = blocks / 1_000;
      embedding[embeddingSize * row] = blocks;
    }
    return { logits, vad, embedding, state: next };
  }
}
