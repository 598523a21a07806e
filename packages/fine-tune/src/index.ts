export { type Artifact, ArtifactError, artifactOf, type Heads, parseArtifact } from './artifact.js';
export {
  type BaseSet,
  compareOnBaseSet,
  type Comparison,
  type Evaluation,
  type HeldOut,
  type Score,
} from './evaluation.js';
export { type Clip, clipsOf, type Example, type ReaderName, READERS } from './example.js';
export { fitHead } from './fit-head.js';
export { type Grouping, groupingOf, speakersOf } from './folds.js';
export { classifierOf, type Head, type ReaderBase, readerBaseOf } from './head.js';
export { heardMost, judgeBase, judgeTuned } from './judging.js';
export { type BaseClass, type OwnLabel, tunedLabels, type TunedLabel } from './labels.js';
export {
  argmax,
  averageRecall,
  type CalibrationBin,
  confusionOf,
  type Interval,
  type Prediction,
} from './metrics.js';
export { type Random, seededRandom, shuffled } from './random.js';
export { missingFor, REQUIREMENTS } from './requirements.js';
export { trainHead, type TrainedHead } from './train-head.js';
export {
  type BaseSets,
  evaluateModel,
  type Evaluations,
  stepsOfModel,
  stepsOfModelEvaluation,
  type TrainedModel,
  trainModel,
  type TrainingData,
} from './train-model.js';
export { type Told, TunedModel, type Tuning } from './tuned-model.js';
