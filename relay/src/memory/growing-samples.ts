import { giveBack } from './give-back.js';

/** Four seconds at 16 kHz: shorter recordings are the most frequent ones. */
const FIRST_SAMPLES = 64_000;

/** Samples whose number is not known before the last of them has come. Memory that becomes too small is given back at once. */
export class GrowingSamples {
  private memory = new Float32Array(FIRST_SAMPLES);
  private count = 0;

  /** Copies the samples. */
  add(samples: Float32Array): void {
    const needed = this.count + samples.length;
    if (needed > this.memory.length) {
      const larger = new Float32Array(Math.max(2 * this.memory.length, needed));
      larger.set(this.all());
      discard(this.memory);
      this.memory = larger;
    }
    this.memory.set(samples, this.count);
    this.count = needed;
  }

  /** All samples so far. They stand in memory that has room for more: nothing may be added while they are in use. */
  all(): Float32Array {
    return this.memory.subarray(0, this.count);
  }

  /** Wipes the memory and gives it back at once. What `all` returned is empty afterwards. */
  release(): void {
    discard(this.memory);
    this.memory = new Float32Array(0);
    this.count = 0;
  }
}

const discard = (memory: Float32Array<ArrayBuffer>): void => {
  memory.fill(0);
  giveBack(memory.buffer);
};
