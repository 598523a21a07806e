import { isEmotionLabel } from './emotion-labels.js';
import { ModelContractError } from './model-contract-error.js';
import { parseClassifier } from './parse-classifier.js';
import type {
  Dimensions,
  DomainClass,
  LabelShare,
  ModelDomain,
  ModelMetadata,
  PretrainedEar,
  TrainedClass,
  TrainingCorpus,
} from './model-metadata.js';

type Fields = Readonly<Record<string, unknown>>;

const fail = (path: string, expected: string): never => {
  throw new ModelContractError('metadata_invalid', `${path}: expected ${expected}`);
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fields = (value: unknown, path: string): Fields => (isFields(value) ? value : fail(path, 'an object'));

const text = (from: Fields, key: string, path: string): string => {
  const value = from[key];
  return typeof value === 'string' && value.length > 0 ? value : fail(`${path}${key}`, 'a non-empty string');
};

const flag = (from: Fields, key: string, path: string): boolean => {
  const value = from[key];
  return typeof value === 'boolean' ? value : fail(`${path}${key}`, 'true or false');
};

const between = (from: Fields, key: string, path: string, low: number, high: number): number => {
  const value = from[key];
  return typeof value === 'number' && value >= low && value <= high
    ? value
    : fail(`${path}${key}`, `a number from ${low} to ${high}`);
};

const count = (from: Fields, key: string, path: string): number => {
  const value = from[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : fail(`${path}${key}`, 'a positive integer');
};

const list = (from: Fields, key: string, path: string): readonly unknown[] => {
  const value: unknown = from[key];
  return Array.isArray(value) && value.length > 0 ? value : fail(`${path}${key}`, 'a non-empty list');
};

const dimensions = (from: Fields, key: string, path: string, limit: number): Dimensions => {
  const [valence, arousal, dominance, ...rest] = list(from, key, path);
  const inRange = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= limit;
  return inRange(valence) && inRange(arousal) && inRange(dominance) && rest.length === 0
    ? [valence, arousal, dominance]
    : fail(`${path}${key}`, `three numbers from ${-limit} to ${limit}`);
};

const labelShare = (value: unknown, path: string): LabelShare => {
  const from = fields(value, path);
  const label = text(from, 'label', path);
  return {
    label: isEmotionLabel(label) ? label : fail(`${path}label`, 'one of the 14 labels'),
    share: between(from, 'share', path, Number.MIN_VALUE, 1),
    direction: dimensions(from, 'direction', path, 100),
  };
};

/** A file may set this flag, but it must equal the result of `isDerived`. */
const checkFlags = (from: Fields, classes: readonly TrainedClass[]): void => {
  const names = new Set<string>(classes.map(({ name }) => name));
  list(from, 'classes', '').forEach((each, index) => {
    const path = `classes[${index}].`;
    list(fields(each, path), 'labels', path).forEach((item, place) => {
      const { label, derived } = fields(item, path);
      if (derived === undefined || derived === !names.has(String(label))) return;
      fail(`${path}labels[${place}].derived`, 'true where no class has the name of the label, else false');
    });
  });
};

const trainedClass = (value: unknown, path: string): TrainedClass => {
  const from = fields(value, path);
  const labels = list(from, 'labels', path).map((item, index) =>
    labelShare(item, `${path}labels[${index}].`),
  );
  const total = labels.reduce((sum, { share }) => sum + share, 0);
  if (Math.abs(total - 1) > 1e-6) fail(`${path}labels`, `shares that sum to 1, not ${total}`);
  return { name: text(from, 'name', path), coordinates: dimensions(from, 'coordinates', path, 1), labels };
};

const DOMAIN_KINDS = ['speech', 'sound', 'event'] as const;

const domainClass = (value: unknown, path: string): DomainClass => {
  const from = fields(value, path);
  const kind = DOMAIN_KINDS.find((known) => known === from.kind);
  return { name: text(from, 'name', path), kind: kind ?? fail(`${path}kind`, DOMAIN_KINDS.join(', ')) };
};

const domain = (value: unknown): ModelDomain => {
  const from = fields(value, 'domain');
  const classes = list(from, 'classes', 'domain.').map((item, index) =>
    domainClass(item, `domain.classes[${index}].`),
  );
  if (!classes.some(({ kind }) => kind === 'speech')) fail('domain.classes', 'one that is speech');
  return { classes, outOfDomainAbove: between(from, 'outOfDomainAbove', 'domain.', 0, 1) };
};

const corpus = (value: unknown, path: string): TrainingCorpus => {
  const from = fields(value, path);
  return {
    name: text(from, 'name', path),
    language: text(from, 'language', path),
    license: text(from, 'license', path),
    clips: count(from, 'clips', path),
    speakers: count(from, 'speakers', path),
  };
};

const ear = (value: unknown): PretrainedEar => {
  const from = fields(value, 'ear');
  return {
    model: text(from, 'model', 'ear.'),
    license: text(from, 'license', 'ear.'),
    packages: list(from, 'packages', 'ear.').map(String),
    sha256: text(from, 'sha256', 'ear.'),
  };
};

const READERS = ['full', 'live'] as const;

/** The fields of models with a pretrained encoder only. */
const reading = (from: Fields, classCount: number, embeddingSize: number): Partial<ModelMetadata> => {
  const reader = READERS.find((known) => known === from.reader);
  if (from.reader !== undefined && reader === undefined) fail('reader', READERS.join(', '));
  return {
    ...(from.classifier !== undefined && {
      classifier: parseClassifier(from.classifier, classCount, embeddingSize),
    }),
    ...(from.ear !== undefined && { ear: ear(from.ear) }),
    ...(reader !== undefined && { reader }),
  };
};

/**
 * Checks and narrows the metadata beside a model file. Unknown fields are ignored.
 *
 * @param json the parsed JSON, or its text
 * @returns the metadata with exactly the documented fields
 * @throws ModelContractError `metadata_invalid`, naming the field
 */
export const parseModelMetadata = (json: unknown): ModelMetadata => {
  const from = fields(typeof json === 'string' ? parseText(json) : json, 'metadata');
  if (from.format !== 'undertone-model/1') fail('format', '"undertone-model/1"');
  const classes = list(from, 'classes', '').map((item, index) => trainedClass(item, `classes[${index}].`));
  const names = new Set(classes.map(({ name }) => name));
  if (names.size !== classes.length) fail('classes', 'distinct names');
  checkFlags(from, classes);
  const granularitySamples = count(from, 'granularitySamples', '');
  const maxSamplesPerCall = count(from, 'maxSamplesPerCall', '');
  if (maxSamplesPerCall % granularitySamples !== 0)
    fail('maxSamplesPerCall', 'a multiple of granularitySamples');
  const license = fields(from.license, 'license');
  const training = fields(from.training, 'training');
  return {
    format: 'undertone-model/1',
    id: text(from, 'id', ''),
    version: text(from, 'version', ''),
    sampleRateHz: count(from, 'sampleRateHz', ''),
    granularitySamples,
    maxSamplesPerCall,
    ...state(from),
    embeddingSize: count(from, 'embeddingSize', ''),
    classes,
    temperature: between(from, 'temperature', '', 0.01, 100),
    uncertainBelow: between(from, 'uncertainBelow', '', 0, 1),
    ...(from.vadBeyondClasses !== undefined && {
      vadBeyondClasses: between(from, 'vadBeyondClasses', '', 0, 1),
    }),
    ...reading(from, classes.length, count(from, 'embeddingSize', '')),
    ...(from.domain === undefined ? {} : { domain: domain(from.domain) }),
    license: {
      weights: text(license, 'weights', 'license.'),
      nonCommercial: flag(license, 'nonCommercial', 'license.'),
      notice: text(license, 'notice', 'license.'),
    },
    training: {
      corpora: list(training, 'corpora', 'training.').map((item, index) =>
        corpus(item, `training.corpora[${index}].`),
      ),
    },
  };
};

/** A full reader has no state. */
const state = (from: Fields): Pick<ModelMetadata, 'stateSize' | 'stateHistory'> => {
  if (from.reader === 'full') return { stateSize: 0 };
  const stateSize = count(from, 'stateSize', '');
  if (from.stateHistory === undefined) return { stateSize };
  const history = fields(from.stateHistory, 'stateHistory');
  const start = count(history, 'start', 'stateHistory.');
  const size = count(history, 'size', 'stateHistory.');
  if (start >= stateSize || (stateSize - start) % size !== 0)
    fail('stateHistory', 'whole parts up to the end of the state');
  return { stateSize, stateHistory: { start, size } };
};

const parseText = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown;
  } catch (cause) {
    throw new ModelContractError('metadata_invalid', 'metadata: expected JSON', { cause });
  }
};
