import type {
  Comparison,
  Evaluation,
  Evaluations,
  HeldOut,
  Heads,
  Score,
  TrainedModel,
  TunedLabel,
} from '@undertone/fine-tune';
import { z } from 'zod';
import { refusalCounts } from './samples/refusal-counts.js';
import type { FineTuneSample } from './samples/sample.js';

const share = z.number().min(0).max(1);
const interval = z.strictObject({
  low: z.number().describe('As a share, like the value itself.'),
  high: z.number().describe('As a share, like the value itself.'),
});
const score = z.strictObject({
  unweighted_average_recall: share.describe('Mean of the recalls, 0 to 1.'),
  recall: z
    .array(
      z.strictObject({
        label: z.string().describe('One of `labels`.'),
        recall: share.describe('Share of its recordings that were told right.'),
        interval: interval.meta({ description: '95 % (Wilson)' }),
        samples: z.number().int().describe('Recordings of it.'),
      }),
    )
    .meta({ description: 'Of the labels that were there to be found.' }),
  confusion: z
    .array(z.array(z.number().int()))
    .meta({ description: 'Rows: what it was; columns: what was said; both in the order of `labels`.' }),
  calibration: z
    .strictObject({
      expected_calibration_error: share.describe('How far confidence lies from being right, on average.'),
      bins: z
        .array(
          z.strictObject({
            samples: z.number().int().describe('In the bin.'),
            confidence: share.describe('Their mean confidence.'),
            accuracy: share.describe('The share of them that was right.'),
          }),
        )
        .describe('Ten equal bins of confidence; empty ones are left out.'),
    })
    .describe('Whether it is right as often as it is sure.'),
});

const comparison = z.strictObject({
  base: score.describe('The base model on these recordings.'),
  tuned: score.describe('Your model on them.'),
  gain: z
    .number()
    .meta({ description: 'Unweighted average recall of the tuned model minus the base model’s.' }),
  gain_interval: interval.meta({ description: '90 % of resamples of people or recordings.' }),
});

const heldOut = comparison.extend({
  grouped_by: z.enum(['speaker', 'sample']).meta({
    description:
      '`speaker`: people who were left out of training; `sample`: other recordings of the same people.',
  }),
  folds: z.number().int().describe('How many parts were left out in turn.'),
});

/** Reports of earlier jobs are still read. */
const FORMER = 'Only of models of the former network.';
const grouping = z.enum(['speaker', 'sample']);
const trainedHead = z.strictObject({
  reach: z.number().meta({
    description:
      'How far classes were let away from the base model’s, in units of what its own corpora disagree about them.',
  }),
  calibration: z.number().describe('Divides the logarithms of the probabilities.'),
  grouped_by: grouping.describe('What was left out while it was chosen.'),
  folds: z.number().int().describe('How many parts were left out in turn.'),
});

/** What a finished job reports about its model. Fields that are optional are absent from reports of heads of the former network. */
export const reportSchema = z
  .strictObject({
    better: z.boolean().meta({
      description:
        'Every reader gains, the whole interval of the gain in `evaluation` lies above 0, and the labels are told apart better than by one label for all.',
    }),
    verdict: z.string().describe('In a sentence, for people.'),
    labels: z
      .array(
        z.strictObject({
          name: z.string().describe('Yours.'),
          as: z.string().describe('The label that it is told as.'),
          kind: z
            .enum(['moved', 'new', 'kept'])
            .meta({
              description:
                '`moved`: an emotion of the base model, as your samples sound; `new`: your own beside them; `kept`: your samples lack it, so it stays the base model’s.',
            })
            .optional(),
        }),
      )
      .describe('What became of each label.'),
    samples: z
      .strictObject({
        used: z.number().int().describe('That the model learned from.'),
        refused: z.number().int().describe('That could not be used.'),
        seconds: z.number().describe('Of those that were used.'),
        by_label: z.record(z.string(), z.number().int()).describe('How many of each were used.'),
        speakers: z.number().int().describe('People who are named.'),
        refused_by_reason: refusalCounts.describe('How many, and why; a reason without any is absent.'),
      })
      .describe('The recordings that it was made of.'),
    evaluation: heldOut.meta({
      description:
        'On recordings and turns that ended, which the full reader judges; both models know the line.',
    }),
    other_evaluation: heldOut
      .nullable()
      .meta({ description: 'The other grouping, where at least two people are named.' }),
    live_evaluation: heldOut
      .nullable()
      .meta({ description: 'While somebody speaks, by the live reader.' })
      .optional(),
    base_set: comparison
      .nullable()
      .meta({
        description:
          'On acted German speech of ten people that has nothing to do with yours (EmoDB): what the model gains and loses there. The base model learned from these people.',
      })
      .optional(),
    training: z
      .strictObject({
        full: trainedHead
          .nullable()
          .describe('For recordings and turns that ended; null: it has none.')
          .optional(),
        live: trainedHead.nullable().describe('While somebody speaks; null: it has none.').optional(),
        penalty: z.number().describe(`How much it was kept simple. ${FORMER}`).optional(),
        iterations: z.number().int().describe(`Steps of its training. ${FORMER}`).optional(),
        temperature: z.number().describe(`Divides the logarithms of the probabilities. ${FORMER}`).optional(),
        base_trust: z
          .number()
          .describe(`The factor on the base model’s logarithms of its probabilities. ${FORMER}`)
          .optional(),
        grouped_by: grouping.describe(`What was left out while it was chosen. ${FORMER}`).optional(),
        folds: z.number().int().describe(`How many parts were left out in turn. ${FORMER}`).optional(),
      })
      .describe('How it was trained.'),
  })
  .meta({ id: 'FineTuneReport' });

export type FineTuneReport = z.infer<typeof reportSchema>;

/** What there is to report of a training. */
export interface TrainedReport {
  readonly labels: readonly TunedLabel[];
  readonly artifact: { readonly heads: Heads };
  readonly trained: TrainedModel['trained'];
}

export const reportOf = (
  samples: readonly FineTuneSample[],
  { labels, artifact, trained }: TrainedReport,
  { full, live }: Evaluations,
): FineTuneReport => {
  // A relay with the live reader alone, or calls whose turns nobody had time to read as a whole.
  const main = full ?? live;
  if (main === undefined) throw new Error('a model is evaluated with one reader at least');
  const better = main.better && (live === undefined || live.main.gain > 0);
  const trainedOf = (reader: 'full' | 'live'): FineTuneReport['training']['full'] => {
    const how = trained[reader];
    const head = artifact.heads[reader];
    if (how === undefined || head === undefined) return null;
    const { reach, grouping: grouped_by, folds } = how;
    return { reach, calibration: figure(head.calibration), grouped_by, folds };
  };
  return {
    better,
    verdict: verdictOf(main, better),
    labels: labels.map(({ name, as, kind }) => ({ name, as, kind })),
    samples: countsOf(samples),
    evaluation: heldOutOf(main.main),
    other_evaluation: main.other === undefined ? null : heldOutOf(main.other),
    live_evaluation: live === undefined ? null : heldOutOf(live.main),
    base_set: main.baseSet === undefined ? null : comparisonOf(main.baseSet),
    training: { full: trainedOf('full'), live: trainedOf('live') },
  };
};

const points = (value: number): string => `${value >= 0 ? '+' : ''}${(100 * value).toFixed(1)}`;

const verdictOf = ({ main, baseSet }: Evaluation, better: boolean): string => {
  const { gain, gainInterval, grouping: grouped, tellsApart } = main;
  const where = grouped === 'speaker' ? 'people it had not heard' : 'recordings it had not heard';
  const range = `${points(gainInterval.low)} to ${points(gainInterval.high)}`;
  const elsewhere = baseSet === undefined ? '' : `; on other people’s speech ${points(baseSet.gain)} points`;
  const alike = tellsApart ? '' : '; it tells the labels no better apart than one label for all would';
  return `${better ? 'better' : 'not better'} than the base model on ${where}: ${points(gain)} points of unweighted average recall (${range})${alike}${elsewhere}`;
};

const countsOf = (samples: readonly FineTuneSample[]): FineTuneReport['samples'] => {
  // A map: a customer may well name a label `constructor`.
  const byLabel = new Map<string, number>();
  const reasons: FineTuneReport['samples']['refused_by_reason'] = {};
  let used = 0;
  let seconds = 0;
  const speakers = new Set<string>();
  for (const { label, speaker, state } of samples) {
    if (state.kind === 'ready') {
      byLabel.set(label, (byLabel.get(label) ?? 0) + 1);
      used++;
      seconds += state.heard.seconds;
      if (speaker !== undefined) speakers.add(speaker);
    } else if (state.kind === 'refused') {
      reasons[state.refusal.code] = (reasons[state.refusal.code] ?? 0) + 1;
    }
  }
  return {
    used,
    refused: samples.length - used,
    seconds: figure(seconds),
    by_label: Object.fromEntries(byLabel),
    speakers: speakers.size,
    refused_by_reason: reasons,
  };
};

const heldOutOf = (of: HeldOut): FineTuneReport['evaluation'] => ({
  grouped_by: of.grouping,
  folds: of.folds,
  ...comparisonOf(of),
});

const comparisonOf = ({ base, tuned, gain, gainInterval }: Comparison): z.infer<typeof comparison> => ({
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
