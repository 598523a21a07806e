import { FakeModel } from '../../../src/inference/testing/fake-model.js';
import type { ModelOutputs } from '@undertone/hearing';

/** From this root mean square on, this model assumes shouting. */
const LOUD = 0.05;
const ANGRY = [-0.5, 0.6, 0.3];
const CALM = [0.2, -0.1, 0];

/**
 * A model that keeps the contract and uses only the level: loud means angry. Synthesized voices have no feelings that a
 * trained model could find. So tests that must run everywhere use this model in the relay's whole path.
 */
export class LevelModel extends FakeModel {
  override run(audio: Float32Array, batch: number, state: Float32Array): Promise<ModelOutputs> {
    const { classes, embeddingSize } = this.metadata;
    const angry = classes.findIndex(({ name }) => name === 'angry');
    const calm = classes.findIndex(({ name }) => name === 'neutral');
    const logits = new Float32Array(batch * classes.length);
    const vad = new Float32Array(3 * batch);
    const next = Float32Array.from(state);
    const samples = audio.length / batch;
    for (let row = 0; row < batch; row++) {
      const own = audio.subarray(row * samples, (row + 1) * samples);
      // The state holds the power and the number of samples of the stretch so far.
      const power = (next[2 * row] ?? 0) + own.reduce((sum, sample) => sum + sample * sample, 0);
      const count = (next[2 * row + 1] ?? 0) + samples;
      next.set([power, count], 2 * row);
      const loud = Math.sqrt(power / count) >= LOUD;
      logits[row * classes.length + (loud ? angry : calm)] = 6;
      vad.set(loud ? ANGRY : CALM, 3 * row);
    }
    return Promise.resolve({ logits, vad, embedding: new Float32Array(batch * embeddingSize), state: next });
  }
}
