import type { Agreement } from './agreement.js';
import type { Brevity } from './brevity.js';
import type { GaussianGate, GaussianHead, KnownShare, LinearGaussian, ToldApart } from './linear-gaussian.js';
import { ModelContractError } from './model-contract-error.js';
import type { Strangeness } from './strangeness.js';

type Fields = Readonly<Record<string, unknown>>;

const fail = (path: string, expected: string): never => {
  throw new ModelContractError('metadata_invalid', `classifier.${path}: expected ${expected}`);
};

const fields = (value: unknown, path: string): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : fail(path, 'an object');

const number = (value: unknown, path: string, least: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= least
    ? value
    : fail(path, `a number of at least ${least}`);

const whole = (value: unknown, path: string, least: number): number =>
  Number.isSafeInteger(value) ? number(value, path, least) : fail(path, 'a whole number');

const numbers = (value: unknown, path: string, length: number, least = -Infinity): readonly number[] =>
  Array.isArray(value) && value.length === length
    ? value.map((each, index) => number(each, `${path}[${index}]`, least))
    : fail(path, `${length} numbers`);

const list = (value: unknown, path: string): readonly unknown[] =>
  Array.isArray(value) && value.length > 0 ? value : fail(path, 'a non-empty list');

const gate = (value: unknown, path: string, size: number): GaussianGate => {
  const from = fields(value, path);
  return {
    mean: numbers(from.mean, `${path}.mean`, size),
    variance: numbers(from.variance, `${path}.variance`, size, Number.MIN_VALUE),
    least: number(from.least, `${path}.least`, -Infinity),
  };
};

const apart = (value: unknown): ToldApart => {
  const from = fields(value, 'apart');
  return {
    variance: number(from.variance, 'apart.variance', 0),
    nats: number(from.nats, 'apart.nats', 0.001),
  };
};

const share = (value: unknown): KnownShare => {
  const from = fields(value, 'share');
  return {
    slope: number(from.slope, 'share.slope', 0.01),
    least: number(from.least, 'share.least', 0),
  };
};

const agreement = (value: unknown): Agreement => {
  const from = fields(value, 'agreement');
  const share = (name: 'usual' | 'strength'): number => {
    const value = number(from[name], `agreement.${name}`, 0);
    return value <= 1 ? value : fail(`agreement.${name}`, 'a number of at most 1');
  };
  return {
    usual: share('usual'),
    clips: number(from.clips, 'agreement.clips', 1),
    intercept: number(from.intercept, 'agreement.intercept', -Infinity),
    slope: number(from.slope, 'agreement.slope', 0),
    strength: share('strength'),
  };
};

const strange = (value: unknown): Strangeness => {
  const from = fields(value, 'strange');
  return {
    softening: number(from.softening, 'strange.softening', 0),
    clips: number(from.clips, 'strange.clips', 0.01),
  };
};

const brief = (value: unknown, embeddingSize: number): Brevity => {
  const from = fields(value, 'brief');
  const leastSeconds = number(from.leastSeconds, 'brief.leastSeconds', 0.01);
  return {
    shift: numbers(from.shift, 'brief.shift', embeddingSize),
    ...(from.softening !== undefined && { softening: number(from.softening, 'brief.softening', 0) }),
    leastSeconds,
    wholeSeconds: number(from.wholeSeconds, 'brief.wholeSeconds', leastSeconds),
  };
};

/** @param shared size of the shared head, for the others' gates */
const head = (
  value: unknown,
  path: string,
  classCount: number,
  embeddingSize: number,
  shared?: number,
): GaussianHead => {
  const from = fields(value, path);
  const start = whole(from.start, `${path}.start`, 0);
  const size = whole(from.size, `${path}.size`, 1);
  if (start + size > embeddingSize) fail(path, `a part of ${embeddingSize} numbers`);
  const classes = list(from.classes, `${path}.classes`).map((each, index) => {
    const place = whole(each, `${path}.classes[${index}]`, 0);
    return place < classCount ? place : fail(`${path}.classes[${index}]`, `less than ${classCount}`);
  });
  const means = list(from.means, `${path}.means`);
  if (means.length !== classes.length) fail(`${path}.means`, `${classes.length} lists`);
  return {
    name: typeof from.name === 'string' && from.name !== '' ? from.name : fail(`${path}.name`, 'a name'),
    start,
    size,
    classes,
    means: means.map((mean, index) => numbers(mean, `${path}.means[${index}]`, size)),
    line: numbers(from.line, `${path}.line`, size, 0),
    voice: numbers(from.voice, `${path}.voice`, size, 0),
    disagreement: numbers(from.disagreement, `${path}.disagreement`, size, 0),
    temperature: number(from.temperature, `${path}.temperature`, 0.01),
    calibration: number(from.calibration, `${path}.calibration`, 0.01),
    ...(shared !== undefined && { gate: gate(from.gate, `${path}.gate`, shared) }),
  };
};

/**
 * Checks and narrows the `classifier` of a model's metadata.
 *
 * @throws ModelContractError `metadata_invalid`, naming the field
 */
export const parseClassifier = (json: unknown, classCount: number, embeddingSize: number): LinearGaussian => {
  const from = fields(json, '');
  if (from.kind !== 'linear-gaussian/1') fail('kind', '"linear-gaussian/1"');
  const [first, ...rest] = list(from.heads, 'heads');
  const shared = head(first, 'heads[0]', classCount, embeddingSize);
  const slopes = list(from.vad, 'vad');
  const slope = (dimension: number): readonly number[] =>
    numbers(slopes[dimension], `vad[${dimension}]`, shared.size);
  return {
    kind: 'linear-gaussian/1',
    heads: [
      shared,
      ...rest.map((each, index) => head(each, `heads[${index + 1}]`, classCount, embeddingSize, shared.size)),
    ],
    anything: numbers(from.anything, 'anything', shared.size, Number.MIN_VALUE),
    gateSlope: number(from.gateSlope, 'gateSlope', 0.01),
    ...(rest.length > 0 && { share: share(from.share) }),
    ...(from.agreement !== undefined && { agreement: agreement(from.agreement) }),
    ...(from.strange !== undefined && { strange: strange(from.strange) }),
    clipWeight: number(from.clipWeight, 'clipWeight', 0.001),
    clipSeconds: number(from.clipSeconds, 'clipSeconds', 0.01),
    doubt: number(from.doubt ?? 1, 'doubt', 1),
    ...(from.apart !== undefined && { apart: apart(from.apart) }),
    ...(from.brief !== undefined && { brief: brief(from.brief, embeddingSize) }),
    vad: [slope(0), slope(1), slope(2)],
  };
};
