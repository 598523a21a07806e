export { type Agreement, type Compared, leadingOf, nothingCompared } from './agreement.js';
export { Baseline, type BaselineState, type Judgement } from './baseline.js';
export { asWhole, type Brevity, temperatureOf } from './brevity.js';
export { readDomain, type DomainReading } from './domain-reading.js';
export {
  type EmotionModel,
  type ModelInput,
  modelOver,
  type ModelOutput,
  type ModelSession,
} from './emotion-model.js';
export { EMOTION_LABELS, isEmotionLabel, type EmotionLabel } from './emotion-labels.js';
export { readEmotion, tellEmotion, type EmotionReading } from './emotion-reading.js';
export { derivedLabels, mapToLabels } from './label-mapping.js';
export { ModelContractError, type ModelContractCode } from './model-contract-error.js';
export type {
  Dimensions,
  DomainClass,
  LabelShare,
  ModelDomain,
  ModelMetadata,
  PretrainedEar,
  TrainedClass,
  TrainingCorpus,
} from './model-metadata.js';
export {
  addLine,
  baselineOnLine,
  type HeadSums,
  lineGrowth,
  type LineSums,
  subtractLine,
} from './line-sums.js';
export {
  type GaussianGate,
  type GaussianHead,
  type LinearGaussian,
  type ToldApart,
  withoutShift,
} from './linear-gaussian.js';
export { onnxSession, type OnnxSession, type OnnxTensor } from './onnx-session.js';
export { numbersOf, packBaseline, type PackedBaseline, unpackBaseline } from './packed-baseline.js';
export { parseModelMetadata } from './parse-model-metadata.js';
export { ReusedFloats } from './reused-floats.js';
export { softmax } from './softmax.js';
export { advanceState, stateOutSize } from './stream-state.js';
export type { Strangeness } from './strangeness.js';
export { type Heard, ShiftBook, type ShiftState, type VoiceSums } from './shift-book.js';
