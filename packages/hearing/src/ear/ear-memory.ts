import type { ModelMetadata } from '@undertone/model';
import { Spares } from './spares.js';
import { PIECE_SAMPLES } from './utterance-audio.js';

/** What may wait of each: a few megabytes for a worker. */
const MOST = { blocks: 32, states: 32, pieces: 256 };

/** The memory that a worker's channels share, each while somebody speaks on it. */
export class EarMemory {
  /** The live reader's next half seconds. */
  readonly blocks: Spares<Float32Array>;
  /** The live reader's states. */
  readonly states: Spares<Float32Array>;
  /** Audio of utterances for the full reader. */
  readonly pieces = new Spares(() => new Int16Array(PIECE_SAMPLES), MOST.pieces);

  /** @param metadata of the live reader */
  constructor({ granularitySamples, stateSize }: Pick<ModelMetadata, 'granularitySamples' | 'stateSize'>) {
    this.blocks = new Spares(() => new Float32Array(granularitySamples), MOST.blocks);
    this.states = new Spares(() => new Float32Array(stateSize), MOST.states);
  }
}
