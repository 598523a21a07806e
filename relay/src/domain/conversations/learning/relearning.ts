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
   * Work done before others get their turn: model updates, each about 10 µs (18 × 18 numbers). So the thread that moves live
   * audio is held for some milliseconds, where relearning five thousand outcomes in one go would hold it for seconds.
   */
  slice: 400,
  /** Lessons read from storage at once. */
  page: 200,
} as const;

/** How much there is to learn from one conversation: model updates. */
export const workOf = ({ example }: LearnedExample, kpis: readonly KpiDefinition[]): number => {
  const moments = example.onTheWay.length + 1;
  const models = kpis.reduce((sum, kpi) => sum + (kpi.kind === 'categorical' ? kpi.categories.length : 1), 0);
  return moments * (TARGETS.length + models);
};

/**
 * What would be believed had these been all lessons, in this order; and how its predictions would have done, each scored
 * before it was learned from.
 * @param giveWay lets everything else that waits for this thread go first; called after every slice of work
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
