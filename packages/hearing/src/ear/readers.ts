import { type LinearGaussian, type ModelMetadata, ModelContractError } from '@undertone/model';
import type { Model } from '../worker/model-runner.js';

/** A reader whose embedding a baseline can judge. */
interface Judged {
  readonly metadata: ModelMetadata;
  readonly classifier: LinearGaussian;
}

/** The live reader, half a second after the other with carried state. */
export interface LiveReader extends Judged {
  /** Hears the next half second, as {@link Model} does. */
  readonly run: Model['run'];
}

/** The full reader, a whole utterance at a time. */
export interface WholeReader extends Judged {
  /** @param samples 16 kHz, -1 to 1 */
  read(samples: Float32Array): Promise<WholeHeard>;
}

/** What the full reader gives for an utterance; more is not used. */
export interface WholeHeard {
  readonly embedding: Float32Array;
  readonly vad: Float32Array;
}

/** The two readers of one ear (packages/model/MODEL_CARD.md). Without the full one nothing is revised. */
export interface EarReaders {
  /** Hears while somebody speaks. */
  readonly live: LiveReader;
  /** Hears the whole utterance once it is over. */
  readonly full?: WholeReader;
}

/** @throws ModelContractError `metadata_invalid` for a model without a classifier */
export const earReaders = (live: Model, full?: Omit<WholeReader, 'classifier'>): EarReaders => ({
  live: {
    metadata: live.metadata,
    classifier: classifierOf(live.metadata),
    run: (audio, batch, state) => live.run(audio, batch, state),
  },
  ...(full !== undefined && {
    full: {
      metadata: full.metadata,
      classifier: classifierOf(full.metadata),
      read: (samples) => full.read(samples),
    },
  }),
});

const classifierOf = ({ classifier, id }: ModelMetadata): LinearGaussian => {
  if (classifier === undefined) throw new ModelContractError('metadata_invalid', `${id} has no classifier`);
  return classifier;
};
