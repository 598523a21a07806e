import type { KpiDefinition } from '../../kpis/definition.js';
import {
  freshPredictionScores,
  scorePredictions,
  type PredictionScores,
} from '../../predictions/prediction-quality.js';
import { priorModel, TARGETS } from '../../predictions/models/prior.js';
import { CrossOrganizationError } from '../../predictions/models/versions.js';
import type { StoredLesson } from '../conversation-store.js';
import { learnerOf, initialModel, type LearnedExample, type LearnedModel } from './learned-model.js';

export const RELEARNING = {
  /**
   * Work before yielding the thread: model updates, each about 10 µs (18 × 18 numbers). So the thread that moves live audio is
   * held for a few milliseconds. Relearning five thousand outcomes at once would hold it for seconds.
   */
  slice: 400,
  /** Lessons read from storage at once. */
  page: 200,
} as const;

/** The work to learn from one conversation: number of model updates. */
export const workOf = ({ example }: LearnedExample, kpis: readonly KpiDefinition[]): number => {
  const moments = example.onTheWay.length + 1;
  const models = kpis.reduce((sum, kpi) => sum + (kpi.kind === 'categorical' ? kpi.categories.length : 1), 0);
  return moments * (TARGETS.length + models);
};

/**
 * Learns from exactly these lessons, in this order. Scores each prediction before its outcome is learned.
 * @param giveWay yields the thread to other waiting work; called after every slice of work
 * @throws CrossOrganizationError
 */
export const learnAnew = async (
  orgId: string,
  lessons: AsyncIterable<StoredLesson> | Iterable<StoredLesson>,
  kpis: readonly KpiDefinition[],
  giveWay: () => Promise<void>,
): Promise<{ model: LearnedModel; scores: PredictionScores; outcomes: number }> => {
  const teach = learnerOf(kpis);
  const prior = priorModel();
  let model = initialModel();
  let scores = freshPredictionScores();
  let outcomes = 0;
  let worked = 0;
  for await (const { organizationId, example } of lessons) {
    if (organizationId !== orgId) throw new CrossOrganizationError(orgId, organizationId);
    scores = scorePredictions(scores, model.predictor, prior, example.example);
    model = teach(model, example);
    outcomes++;
    worked += workOf(example, kpis);
    if (worked < RELEARNING.slice) continue;
    worked = 0;
    await giveWay();
  }
  return { model, scores, outcomes };
};
