import { READERS, type ReaderName } from './example.js';
import type { Head } from './head.js';
import type { TunedLabel } from './labels.js';

/** The heads of a tuned model, one for each reader that has one. */
export type Heads = Readonly<Partial<Record<ReaderName, Head>>> & { readonly live: Head };

/** Trained heads with everything needed to use them, and to refuse them when they do not fit. */
export interface Artifact {
  /** Which form of file this is. */
  readonly format: typeof ARTIFACT_FORMAT;
  /** The readers on which they were trained; on another ear's embedding they have no meaning. */
  readonly baseModel: { readonly id: string; readonly version: string; readonly sha256: string };
  /** What the model tells apart, in the order of every head's means. */
  readonly labels: readonly TunedLabel[];
  /** One for each reader that has one; always one for the live reader. */
  readonly heads: Heads;
}

/** `/1` were heads on the embedding of an earlier network. They stay stored, fit no reader, and have to be trained anew. */
export const ARTIFACT_FORMAT = 'undertone-head/2';

/** An artifact that cannot be used. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  /** Stable; programs may compare it. */
  readonly code = 'bad_artifact';
  /** The same artifact will fail again. */
  readonly retryable = false;
}

/** The readers' own numbers have five digits. */
const DIGITS = 6;
const short = (values: readonly number[]): number[] =>
  values.map((value) => Number(value.toPrecision(DIGITS)));

const shortHead = ({ means, line, calibration }: Head): Head => ({
  means: means.map(short),
  line: { precision: short(line.precision), weighted: short(line.weighted) },
  calibration,
});

/**
 * Trained heads as they are stored. Numbers keep six digits.
 * @param baseModel the readers on which the heads were trained
 */
export const artifactOf = (
  { live, full }: Heads,
  labels: readonly TunedLabel[],
  baseModel: Artifact['baseModel'],
): Artifact => ({
  format: ARTIFACT_FORMAT,
  baseModel,
  labels,
  heads: { live: shortHead(live), ...(full !== undefined && { full: shortHead(full) }) },
});

/**
 * Reads an artifact as it was stored. @throws ArtifactError when something is missing, of the wrong size or
 * not a number
 */
export const parseArtifact = (value: unknown): Artifact => {
  const artifact = fields(value, 'artifact');
  if (artifact['format'] !== ARTIFACT_FORMAT) throw new ArtifactError('the format is not known');
  const labels = list(artifact['labels'], 'labels').map(readLabel);
  if (labels.length < 2) throw new ArtifactError('there are fewer than two labels');
  const base = fields(artifact['baseModel'], 'baseModel');
  const stored = fields(artifact['heads'], 'heads');
  const heads = Object.fromEntries(
    READERS.flatMap((reader) =>
      stored[reader] === undefined ? [] : [[reader, readHead(stored[reader], labels.length)]],
    ),
  ) as Partial<Heads>;
  if (heads.live === undefined) throw new ArtifactError('there is no head for the live reader');
  return {
    format: ARTIFACT_FORMAT,
    baseModel: {
      id: text(base['id'], 'baseModel.id'),
      version: text(base['version'], 'baseModel.version'),
      sha256: text(base['sha256'], 'baseModel.sha256'),
    },
    labels,
    heads: { ...heads, live: heads.live },
  };
};

const readHead = (value: unknown, labels: number): Head => {
  const head = fields(value, 'head');
  const line = fields(head['line'], 'line');
  const precision = numbers(line['precision'], 'precision').map(positive);
  const size = precision.length;
  const means = list(head['means'], 'means').map((row) => numbers(row, 'means', size));
  if (means.length !== labels) throw new ArtifactError('labels and means do not fit');
  return {
    means,
    line: { precision, weighted: numbers(line['weighted'], 'weighted', size) },
    calibration: positive(number(head['calibration'], 'calibration')),
  };
};

const KINDS: readonly TunedLabel['kind'][] = ['moved', 'new', 'kept'];

const readLabel = (value: unknown): TunedLabel => {
  const label = fields(value, 'label');
  const kind = KINDS.find((each) => each === label['kind']);
  if (kind === undefined) throw new ArtifactError('a label is of no known kind');
  const { base } = label;
  return {
    name: text(label['name'], 'name'),
    as: text(label['as'], 'as'),
    kind,
    base: base === undefined || base === null ? undefined : number(base, 'base'),
  };
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
