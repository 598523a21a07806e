import { describe, expect, it } from 'vitest';
import type { KpiDefinition } from '../../kpis/definition.js';
import { scorePredictions, freshPredictionScores } from '../../predictions/prediction-quality.js';
import { exampleOf } from '../../predictions/predictor.js';
import { priorModel } from '../../predictions/models/prior.js';
import { ANGRY, CALM, callerOnly, EVEN } from '../../predictions/testing/utterances.js';
import { trajectoryOf } from '../../predictions/trajectory.js';
import { CrossOrganizationError } from '../../predictions/models/versions.js';
import { learnAnew, RELEARNING, workOf } from './relearning.js';
import type { StoredLesson } from '../conversation-store.js';
import { learnerOf, initialModel } from './learned-model.js';

const KPIS: KpiDefinition[] = [
  { kind: 'binary', name: 'upsell', direction: 'higher_is_better' },
  { kind: 'categorical', name: 'topic', categories: ['bill', 'move', 'other'] },
];
const CALL = trajectoryOf(callerOnly(CALM, EVEN, EVEN, ANGRY, ANGRY, EVEN, CALM, CALM, CALM));
const lesson = (i: number, organizationId = 'org_a'): StoredLesson => ({
  organizationId,
  sessionId: `ses_${i}`,
  example: {
    example: exampleOf(CALL, { csat: 1 + (i % 5), escalated: i % 3 === 0 }),
    kpis: { upsell: i % 2 === 0, topic: i % 2 === 0 ? 'bill' : 'move' },
  },
});
const lessons = (count: number) => Array.from({ length: count }, (_, i) => lesson(i));
const never = () => Promise.resolve();

describe('relearning from the stored lessons', () => {
  it('gives the same model and scores as learning one by one', async () => {
    const all = lessons(40);
    const teach = learnerOf(KPIS);
    let model = initialModel();
    let scores = freshPredictionScores();
    for (const { example } of all) {
      scores = scorePredictions(scores, model.predictor, priorModel(), example.example);
      model = teach(model, example);
    }
    expect(await learnAnew('org_a', all, KPIS, never)).toEqual({ model, scores, outcomes: 40 });
  });

  it('never holds the thread for more work than a slice and one lesson', async () => {
    const each = workOf(lesson(0).example, KPIS);
    let sinceGiven = 0;
    let longest = 0;
    let given = 0;
    function* counted(): Generator<StoredLesson> {
      for (const next of lessons(500)) {
        sinceGiven += each;
        longest = Math.max(longest, sinceGiven);
        yield next;
      }
    }
    await learnAnew('org_a', counted(), KPIS, () => {
      given++;
      sinceGiven = 0;
      return Promise.resolve();
    });
    expect(longest).toBeLessThan(RELEARNING.slice + each);
    expect(given).toBe(Math.floor(500 / Math.ceil(RELEARNING.slice / each)));
  });

  it('counts each model that a conversation changes at each of its moments as work', () => {
    // Three milestones (2, 4 and 8 utterances) and the end; five targets, one binary and three categories.
    expect(workOf(lesson(0).example, KPIS)).toBe((3 + 1) * (5 + 1 + 3));
    expect(workOf(lesson(0).example, [])).toBe((3 + 1) * 5);
  });

  it('uses no lesson of another organization', async () => {
    await expect(learnAnew('org_b', [lesson(1)], [], never)).rejects.toBeInstanceOf(CrossOrganizationError);
  });
});
