import { SpeakerError } from './speaker-error.js';
import type { DirectionCodes, ScoreCalibration, SpeakerMetadata } from './speaker-metadata.js';

type Fields = Readonly<Record<string, unknown>>;

const fail = (path: string, expected: string): never => {
  throw new SpeakerError('metadata_invalid', `${path}: expected ${expected}`);
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads one object's fields; its errors name the field. */
class Reader {
  constructor(
    private readonly from: Fields,
    private readonly path: string,
  ) {}

  static of(value: unknown, path: string): Reader {
    return new Reader(
      isFields(value) ? value : fail(path, 'an object'),
      path === 'metadata' ? '' : `${path}.`,
    );
  }

  has(key: string): boolean {
    return this.from[key] !== undefined;
  }

  object(key: string): Reader {
    return Reader.of(this.from[key], `${this.path}${key}`);
  }

  text(key: string): string {
    const value = this.from[key];
    return typeof value === 'string' && value.length > 0
      ? value
      : fail(this.path + key, 'a non-empty string');
  }

  flag(key: string): boolean {
    const value = this.from[key];
    return typeof value === 'boolean' ? value : fail(this.path + key, 'true or false');
  }

  between(key: string, low: number, high: number): number {
    const value = this.from[key];
    return typeof value === 'number' && value >= low && value <= high
      ? value
      : fail(this.path + key, `a number from ${low} to ${high}`);
  }

  count(key: string): number {
    const value = this.from[key];
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
      ? value
      : fail(this.path + key, 'a positive integer');
  }

  numbers(key: string, length: number): readonly number[] {
    const value: unknown = this.from[key];
    const finite = (item: unknown): item is number => typeof item === 'number' && Number.isFinite(item);
    return Array.isArray(value) && value.length === length && value.every(finite)
      ? value
      : fail(this.path + key, `${length} finite numbers`);
  }

  pair(key: string): readonly [number, number] {
    const [first = 0, second = 0] = this.numbers(key, 2);
    return [first, second];
  }
}

/**
 * Checks the metadata beside a speaker model and gives it a type. Unknown fields are ignored.
 *
 * @param json the file's text
 * @throws SpeakerError `metadata_invalid`, naming the field
 */
export const parseSpeakerMetadata = (json: string): SpeakerMetadata => {
  const from = Reader.of(parse(json), 'metadata');
  if (from.text('format') !== 'undertone-speaker/1') fail('format', '"undertone-speaker/1"');
  const dimensions = from.count('dimensions');
  const featureSize = from.count('featureSize');
  const attentionHeads = from.count('attentionHeads');
  if (featureSize % attentionHeads !== 0) fail('attentionHeads', 'a divisor of featureSize');
  const embedding = from.object('embedding');
  const cohort = from.object('cohort');
  const [thresholds, diarization, license] = [
    from.object('thresholds'),
    from.object('diarization'),
    from.object('license'),
  ];
  return {
    format: 'undertone-speaker/1',
    id: from.text('id'),
    version: from.text('version'),
    space: from.text('space'),
    sampleRateHz: from.count('sampleRateHz'),
    granularitySamples: from.count('granularitySamples'),
    maxSamplesPerCall: from.count('maxSamplesPerCall'),
    framesPerCall: from.has('framesPerCall') ? from.count('framesPerCall') : 1,
    stateSize: from.count('stateSize'),
    featureSize,
    attentionHeads,
    dimensions,
    varianceFloor: from.between('varianceFloor', 0, 1),
    massFloor: from.between('massFloor', 0, 1),
    embedding: {
      codes: embedding.text('codes'),
      scales: embedding.numbers('scales', dimensions),
      bias: embedding.numbers('bias', dimensions),
    },
    ...(from.has('moods') ? { moods: directionsOf(from.object('moods')) } : {}),
    cohort: { codes: cohort.text('codes'), count: cohort.count('count'), nearest: cohort.count('nearest') },
    calibration: calibrationOf(from.object('calibration')),
    ...(from.has('identity') ? { identity: calibrationOf(from.object('identity')) } : {}),
    thresholds: {
      voiceprintSpeech: thresholds.between('voiceprintSpeech', 0, 1),
      identify: thresholds.between('identify', -100, 100),
      identifyGrowth: thresholds.between('identifyGrowth', 0, 10),
      verify: thresholds.between('verify', -100, 100),
      enrollSpeechSeconds: thresholds.between('enrollSpeechSeconds', 0.5, 600),
      resolveSpeechSeconds: thresholds.between('resolveSpeechSeconds', 0.5, 600),
    },
    diarization: {
      windowFrames: diarization.count('windowFrames'),
      hopFrames: diarization.count('hopFrames'),
      joinAbove: diarization.between('joinAbove', -1, 1),
      mergeAbove: diarization.between('mergeAbove', -100, 100),
      singleAbove: diarization.between('singleAbove', -100, 100),
      speechAbove: diarization.between('speechAbove', 0, 1),
      overlapAbove: diarization.between('overlapAbove', 0, 1),
      changeCost: diarization.between('changeCost', 0, 1000),
      frameSlope: diarization.between('frameSlope', 0, 1000),
      newSpeakerBelow: diarization.between('newSpeakerBelow', -100, 100),
    },
    license: {
      weights: license.text('weights'),
      nonCommercial: license.flag('nonCommercial'),
      notice: license.text('notice'),
    },
  };
};

const directionsOf = (from: Reader): DirectionCodes => ({
  codes: from.text('codes'),
  count: from.count('count'),
});

const calibrationOf = (from: Reader): ScoreCalibration => ({
  slope: from.pair('slope'),
  offset: from.pair('offset'),
  seconds: from.pair('seconds'),
});

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new SpeakerError('metadata_invalid', 'metadata: not JSON', { cause });
  }
};
