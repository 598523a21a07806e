import type { Evaluation, HeldOut, Score, TrainedHead, TunedLabel } from '@undertone/fine-tune';
import { z } from 'zod';
import { type FineTuneSample, REFUSALS } from './samples/sample.js';

const share = z.number().min(0).max(1);
const interval = z.strictObject({ low: z.number(), high: z.number() });
const score = z.strictObject({
  unweighted_average_recall: share,
  recall: z.array(
    z.strictObject({
      label: z.string(),
      recall: share,
      interval: interval.meta({ description: '95 % (Wilson)' }),
      samples: z.number().int(),
    }),
  ),
  confusion: z
    .array(z.array(z.number().int()))
    .meta({ description: 'Rows: what it was; columns: what was said; both in the order of `labels`.' }),
  calibration: z.strictObject({
    expected_calibration_error: share,
    bins: z.array(z.strictObject({ samples: z.number().int(), confidence: share, accuracy: share })),
  }),
});

const heldOut = z.strictObject({
  grouped_by: z.enum(['speaker', 'sample']).meta({
    description:
      '`speaker`: people who were left out of training; `sample`: other recordings of the same people.',
  }),
  folds: z.number().int(),
  base: score,
  tuned: score,
  gain: z
    .number()
    .meta({ description: 'Unweighted average recall of the tuned model minus the base model’s.' }),
  gain_interval: interval.meta({ description: '90 % of resamples of people or recordings.' }),
});

/** What a finished job reports about its model. */
export const reportSchema = z
  .strictObject({
    better: z.boolean().meta({ description: 'The whole interval of the gain lies above 0.' }),
    verdict: z.string(),
    labels: z.array(z.strictObject({ name: z.string(), as: z.string() })),
    samples: z.strictObject({
      used: z.number().int(),
      refused: z.number().int(),
      seconds: z.number(),
      by_label: z.record(z.string(), z.number().int()),
      speakers: z.number().int(),
      refused_by_reason: z.partialRecord(z.enum(REFUSALS), z.number().int()),
    }),
    evaluation: heldOut,
    other_evaluation: heldOut
      .nullable()
      .meta({ description: 'The other grouping, where at least two people are named.' }),
    training: z.strictObject({
      penalty: z.number(),
      iterations: z.number().int(),
      temperature: z.number(),
      base_trust: z.number(),
      grouped_by: z.enum(['speaker', 'sample']),
      folds: z.number().int(),
    }),
  })
  .meta({ id: 'FineTuneReport' });

export type FineTuneReport = z.infer<typeof reportSchema>;

export const reportOf = (
  samples: readonly FineTuneSample[],
  labels: readonly TunedLabel[],
  trained: Pick<TrainedHead, 'penalty' | 'iterations' | 'grouping' | 'folds'> & {
    readonly head: Pick<TrainedHead['head'], 'temperature' | 'trust'>;
  },
  { main, other, better }: Evaluation,
): FineTuneReport => ({
  better,
  verdict: verdictOf(main, better),
  labels: labels.map(({ name, as }) => ({ name, as })),
  samples: countsOf(samples),
  evaluation: heldOutOf(main),
  other_evaluation: other === undefined ? null : heldOutOf(other),
  training: {
    penalty: trained.penalty,
    iterations: trained.iterations,
    temperature: figure(trained.head.temperature),
    base_trust: figure(trained.head.trust),
    grouped_by: trained.grouping,
    folds: trained.folds,
  },
});

const points = (value: number): string => `${value >= 0 ? '+' : ''}${(100 * value).toFixed(1)}`;

const verdictOf = ({ gain, gainInterval, grouping }: HeldOut, better: boolean): string => {
  const where = grouping === 'speaker' ? 'people it had not heard' : 'recordings it had not heard';
  const range = `${points(gainInterval.low)} to ${points(gainInterval.high)}`;
  return better
    ? `better than the base model on ${where}: ${points(gain)} points of unweighted average recall (${range})`
    : `not better than the base model on ${where}: ${points(gain)} points of unweighted average recall (${range})`;
};

const countsOf = (samples: readonly FineTuneSample[]): FineTuneReport['samples'] => {
  const byLabel: Record<string, number> = {};
  const reasons: FineTuneReport['samples']['refused_by_reason'] = {};
  let seconds = 0;
  const speakers = new Set<string>();
  for (const { label, speaker, state } of samples) {
    if (state.kind === 'ready') {
      byLabel[label] = (byLabel[label] ?? 0) + 1;
      seconds += state.heard.seconds;
      if (speaker !== undefined) speakers.add(speaker);
    } else if (state.kind === 'refused') {
      reasons[state.refusal.code] = (reasons[state.refusal.code] ?? 0) + 1;
    }
  }
  const used = Object.values(byLabel).reduce((sum, count) => sum + count, 0);
  return {
    used,
    refused: samples.length - used,
    seconds: figure(seconds),
    by_label: byLabel,
    speakers: speakers.size,
    refused_by_reason: reasons,
  };
};

const heldOutOf = ({
  grouping,
  folds,
  base,
  tuned,
  gain,
  gainInterval,
}: HeldOut): FineTuneReport['evaluation'] => ({
  grouped_by: grouping,
  folds,
  base: scoreOf(base),
  tuned: scoreOf(tuned),
  gain: figure(gain),
  gain_interval: { low: figure(gainInterval.low), high: figure(gainInterval.high) },
});

const scoreOf = (of: Score): z.infer<typeof score> => ({
  unweighted_average_recall: figure(of.averageRecall),
  recall: of.recalls.map(({ label, recall, interval: { low, high }, count }) => ({
    label,
    recall: figure(recall),
    interval: { low: figure(low), high: figure(high) },
    samples: count,
  })),
  confusion: of.confusion.map((row) => [...row]),
  calibration: {
    expected_calibration_error: figure(of.calibrationError),
    bins: of.calibration.map(({ count, confidence, accuracy }) => ({
      samples: count,
      confidence: figure(confidence),
      accuracy: figure(accuracy),
    })),
  },
});

const figure = (value: number): number => Math.round(value * 10_000) / 10_000;
