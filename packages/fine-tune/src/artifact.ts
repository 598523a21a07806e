import type { Head } from './head.js';

/** The base model's opinion about a label: one of its trained classes, or one of the labels of the specification. */
export type BaseOpinion =
  { readonly kind: 'class'; readonly index: number } | { readonly kind: 'label'; readonly label: string };

/** A label of the customer and the label it is reported as. */
export interface TunedLabel {
  readonly name: string;
  /** The label of the interface specification that receives its probability. */
  readonly as: string;
  readonly base: BaseOpinion;
}

/** A trained head with everything needed to use it, and to refuse it when it does not fit. */
export interface Artifact {
  readonly format: typeof ARTIFACT_FORMAT;
  /** The network on which it was trained; on another network's embedding it has no meaning. */
  readonly baseModel: { readonly id: string; readonly version: string; readonly sha256: string };
  readonly labels: readonly TunedLabel[];
  readonly head: Omit<Head, 'labels'>;
}

export const ARTIFACT_FORMAT = 'undertone-head/1';

/** An artifact that cannot be used. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly code = 'bad_artifact';
  readonly retryable = false;
}

/** The network's own numbers have seven digits. */
const DIGITS = 7;
const short = (values: readonly number[]): number[] =>
  values.map((value) => Number(value.toPrecision(DIGITS)));

export const artifactOf = (
  head: Head,
  labels: readonly TunedLabel[],
  baseModel: Artifact['baseModel'],
): Artifact => ({
  format: ARTIFACT_FORMAT,
  baseModel,
  labels,
  head: {
    mean: short(head.mean),
    scale: short(head.scale),
    trust: head.trust,
    weights: head.weights.map(short),
    bias: short(head.bias),
    temperature: head.temperature,
  },
});

/**
 * Reads an artifact as it was stored. @throws ArtifactError when something is missing, of the wrong size or
 * not a number
 */
export const parseArtifact = (value: unknown): Artifact => {
  const artifact = fields(value, 'artifact');
  if (artifact['format'] !== ARTIFACT_FORMAT) throw new ArtifactError('the format is not known');
  const labels = list(artifact['labels'], 'labels').map(readLabel);
  const head = fields(artifact['head'], 'head');
  const mean = numbers(head['mean'], 'mean');
  const size = mean.length;
  const weights = list(head['weights'], 'weights').map((row) => numbers(row, 'weights', size));
  if (weights.length !== labels.length || labels.length < 2) {
    throw new ArtifactError('labels and weights do not fit');
  }
  const base = fields(artifact['baseModel'], 'baseModel');
  return {
    format: ARTIFACT_FORMAT,
    baseModel: {
      id: text(base['id'], 'baseModel.id'),
      version: text(base['version'], 'baseModel.version'),
      sha256: text(base['sha256'], 'baseModel.sha256'),
    },
    labels,
    head: {
      mean,
      scale: numbers(head['scale'], 'scale', size).map(positive),
      trust: number(head['trust'], 'trust'),
      weights,
      bias: numbers(head['bias'], 'bias', labels.length),
      temperature: positive(number(head['temperature'], 'temperature')),
    },
  };
};

const readLabel = (value: unknown): TunedLabel => {
  const label = fields(value, 'label');
  const base = fields(label['base'], 'base');
  const opinion: BaseOpinion =
    base['kind'] === 'class'
      ? { kind: 'class', index: number(base['index'], 'base.index') }
      : { kind: 'label', label: text(base['label'], 'base.label') };
  return { name: text(label['name'], 'name'), as: text(label['as'], 'as'), base: opinion };
};

const fields = (value: unknown, name: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ArtifactError(`${name} is missing`);
  }
  return value as Record<string, unknown>;
};

const list = (value: unknown, name: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new ArtifactError(`${name} is no list`);
  return value;
};

const number = (value: unknown, name: string): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ArtifactError(`${name} is no number`);
  return value;
};

const positive = (value: number): number => {
  if (!(value > 0)) throw new ArtifactError('a scale or temperature is not above 0');
  return value;
};

const numbers = (value: unknown, name: string, size?: number): number[] => {
  const values = list(value, name).map((each) => number(each, name));
  if (size !== undefined && values.length !== size) throw new ArtifactError(`${name} has the wrong size`);
  return values;
};

const text = (value: unknown, name: string): string => {
  if (typeof value !== 'string') throw new ArtifactError(`${name} is no text`);
  return value;
};
