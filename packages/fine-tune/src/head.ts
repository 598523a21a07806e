import {
  type BaselineState,
  type Brevity,
  type GaussianHead,
  type Heard,
  type LinearGaussian,
  nothingCompared,
  type ShiftState,
  type ToldApart,
} from '@undertone/model';

/** The base model as one reader's heads are trained against it: plain numbers, so that a process can be told. */
export interface ReaderBase {
  /** The shared head. Its `classes` are numbers of the model's classes. */
  readonly head: GaussianHead;
  /** Weight of a clip of `clipSeconds` or more in the baseline; shorter ones count in proportion. */
  readonly clipWeight: number;
  /** Seconds of speech from which on a clip has full weight. */
  readonly clipSeconds: number;
  /** Divides the log posteriors by which a clip teaches its line and voice, 1 or more. */
  readonly doubt: number;
  /** When what a line or a voice always sounds like is told from a mood that lasts. Absent: always. */
  readonly apart?: ToldApart;
  /** How much less sure the reader is of speech that has just begun. Absent: not at all. */
  readonly brief?: Omit<Brevity, 'shift'>;
}

/** The head of a tuned model for one reader: its labels as Gaussians in the shared head's coordinates. */
export interface Head {
  /** [labels][size] */
  readonly means: readonly (readonly number[])[];
  /** What the samples' line sounds like, without its voices: precision and precision-weighted mean, [size] each. */
  readonly line: Pick<ShiftState, 'precision' | 'weighted'>;
  /** Divides the logarithms of the probabilities; fitted on held-out predictions. */
  readonly calibration: number;
}

/**
 * By how much a labeled line's prior is wider than the base model's, which is narrow so that nobody's mood is taken for their
 * line's. Labels tell the two apart.
 */
const LABELED_LINE = 1 / 0.3;

/** What a head needs of the base model's shared head at work. */
export const readerBaseOf = ({
  heads,
  clipWeight,
  clipSeconds,
  doubt,
  apart,
  brief,
}: LinearGaussian): ReaderBase => ({
  head: { ...heads[0], line: heads[0].line.map((variance) => LABELED_LINE * variance) },
  clipWeight,
  clipSeconds,
  doubt,
  ...(apart !== undefined && { apart }),
  ...(brief !== undefined && { brief: withoutItsShift(brief) }),
});

/** Clips for a head are taken as whole utterances already. */
const withoutItsShift = ({ softening, leastSeconds, wholeSeconds }: Brevity): Omit<Brevity, 'shift'> => ({
  ...(softening !== undefined && { softening }),
  leastSeconds,
  wholeSeconds,
});

/** The classifier that judges a tuned model's labels behind a baseline: one head, no gates. */
export const classifierOf = (
  { head, clipWeight, clipSeconds, doubt, apart, brief }: ReaderBase,
  { means, calibration }: Pick<Head, 'means' | 'calibration'>,
): LinearGaussian => ({
  kind: 'linear-gaussian/1',
  heads: [
    {
      name: 'tuned',
      start: head.start,
      size: head.size,
      classes: means.map((_, place) => place),
      means,
      line: head.line,
      voice: head.voice,
      disagreement: head.disagreement,
      temperature: head.temperature,
      calibration,
    },
  ],
  anything: head.line.map(() => 1),
  gateSlope: 1,
  clipWeight,
  clipSeconds,
  doubt,
  ...(apart !== undefined && { apart }),
  ...(brief !== undefined && { brief }),
  vad: [[], [], []],
});

/** A baseline's knowledge of a line, out of one head's. */
export const stateOf = (
  line: Pick<ShiftState, 'precision' | 'weighted'>,
  labelCount: number,
): BaselineState => ({
  count: 0,
  gaps: [],
  heads: [
    {
      precision: [...line.precision],
      weighted: [...line.weighted],
      heard: toldApart(labelCount, LABELED_COUNT),
      voices: {},
    },
  ],
  compared: nothingCompared(labelCount),
  lineSeconds: 0,
  voiceSeconds: {},
});

/** Clips' worth of certainty that labels give about the moods on a line. */
const LABELED_COUNT = 1_000;

/** As much as was heard, with its moods told apart: labels did so, or the base model in its own classes. */
export const toldApart = (labelCount: number, count: number): Heard => ({
  count,
  classes: Array.from({ length: labelCount }, () => count / labelCount),
  entropy: 0,
});
