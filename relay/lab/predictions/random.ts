import { seededRandom } from '@undertone/fine-tune';

/** A seeded source of chance. */
export class SeededRandom {
  /** From 0 to 1, 1 excluded. */
  readonly uniform: () => number;

  constructor(seed: number) {
    this.uniform = seededRandom(seed);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** Mean 0, deviation 1 (Box & Muller 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  happens(chance: number): boolean {
    return this.uniform() < chance;
  }
}
