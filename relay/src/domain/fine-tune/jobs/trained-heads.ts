import { type Artifact, parseArtifact, READERS, type TrainedModel } from '@undertone/fine-tune';
import { z } from 'zod';

/** What is kept of a training for the next stage. */
export interface TrainedHeads {
  readonly artifact: Artifact;
  readonly trained: TrainedModel['trained'];
  /** The samples that it was trained on. */
  readonly positions: string;
}

const trainedSchema = z.object({
  artifact: z.unknown(),
  trained: z.partialRecord(
    z.enum(READERS),
    z.object({ reach: z.number(), grouping: z.enum(['speaker', 'sample']), folds: z.int() }),
  ),
  positions: z.string(),
});

/** Reads it as the stage before stored it. @throws ArtifactError, ZodError */
export const readTrainedHeads = (stored: unknown): TrainedHeads => {
  const { artifact, trained, positions } = trainedSchema.parse(stored);
  return { artifact: parseArtifact(artifact), trained, positions };
};
