export {
  type Artifact,
  ArtifactError,
  artifactOf,
  type BaseOpinion,
  parseArtifact,
  type TunedLabel,
} from './artifact.js';
export {
  type Evaluation,
  evaluate,
  type EvaluateOptions,
  type HeldOut,
  type Score,
  stepsOfEvaluation,
} from './evaluation.js';
export { type DataSet, type Example, type Reading } from './example.js';
export { fitHead } from './fit-head.js';
export { type Grouping, groupingOf, speakersOf } from './folds.js';
export { applyHead, type Head, scoresOf, softmaxAt } from './head.js';
export { argmax, averageRecall, type CalibrationBin, confusionOf, type Interval } from './metrics.js';
export { type Random, seededRandom, shuffled } from './random.js';
export { missingFor, REQUIREMENTS } from './requirements.js';
export { stepsOfTraining, type TrainedHead, trainHead } from './train-head.js';
export { type BaseReading, baseOf, TunedModel } from './tuned-model.js';
