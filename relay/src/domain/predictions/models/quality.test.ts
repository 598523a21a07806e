import { describe, expect, it } from 'vitest';
import {
  freshPredictionScores,
  predictionQuality,
  predictionScoresSchema,
  scorePredictions,
} from '../prediction-quality.js';
import { exampleOf } from '../predictor.js';
import { priorModel } from './prior.js';
import {
  chanceQuality,
  freshChanceScore,
  freshNumberScore,
  numberQuality,
  scoreChance,
  scoreNumber,
} from './quality.js';
import { ANGRY, CALM, callerOnly } from '../testing/utterances.js';
import { trajectoryOf } from '../trajectory.js';

describe('the quality of a chance', () => {
  it('includes Brier score, log loss and lift over the prior and the base rate', () => {
    let score = freshChanceScore();
    score = scoreChance(score, 0.8, 0.5, 1);
    score = scoreChance(score, 0.2, 0.5, 0);
    const quality = chanceQuality(score);
    expect(quality.brier).toBeCloseTo(0.04);
    expect(quality.logLoss).toBeCloseTo(-Math.log(0.8));
    expect(quality.liftOverPrior).toBeCloseTo(1 - 0.04 / 0.25);
    // The base rate was .5, then (1 + 1) / (1 + 2).
    expect(quality.liftOverBaseRate).toBeCloseTo(1 - 0.08 / (0.25 + 4 / 9));
    expect(quality.baseRate).toBe(0.5);
  });

  it('includes the reliability curve', () => {
    let score = freshChanceScore();
    for (let i = 0; i < 10; i++) score = scoreChance(score, 0.75, 0.5, i < 6 ? 1 : 0);
    score = scoreChance(score, 1, 0.5, 1);
    const { reliability, calibrationError } = chanceQuality(score);
    expect(reliability).toHaveLength(2);
    expect(reliability[0]).toMatchObject({ low: 0.7, count: 10, observed: 0.6 });
    expect(reliability[0]!.predicted).toBeCloseTo(0.75);
    expect(reliability[1]).toMatchObject({ high: 1, count: 1, predicted: 1, observed: 1 });
    expect(calibrationError).toBeCloseTo((10 * 0.15) / 11);
  });

  it('has a negative lift when learning made it worse', () => {
    expect(chanceQuality(scoreChance(freshChanceScore(), 0.9, 0.2, 0)).liftOverPrior).toBeLessThan(0);
  });

  it('stays finite when a certain prediction was wrong', () => {
    expect(chanceQuality(scoreChance(freshChanceScore(), 1, 0.5, 0)).logLoss).toBeLessThan(20);
  });

  it('has no interval of the lift after one outcome, and one with 0 inside while chance can explain the lift', () => {
    let score = scoreChance(freshChanceScore(), 0.9, 0.6, 1);
    expect(chanceQuality(score)).toMatchObject({ outcomes: 1, reliability: [{ count: 1, observed: 1 }] });
    expect(chanceQuality(score)).not.toHaveProperty('liftOverPriorInterval');
    score = scoreChance(score, 0.7, 0.5, 0);
    const two = chanceQuality(score).liftOverPriorInterval!;
    expect(two.low).toBeLessThan(0);
    expect(two.high).toBeGreaterThan(0);
    for (let i = 0; i < 60; i++) {
      score = scoreChance(score, i % 10 === 0 ? 0.3 : 0.8, 0.5, i % 10 === 0 ? 0 : 1);
    }
    const many = chanceQuality(score);
    expect(many.liftOverPriorInterval!.low).toBeGreaterThan(0);
    expect(many.liftOverPriorInterval!.low).toBeLessThan(many.liftOverPrior!);
    expect(many.liftOverPriorInterval!.high).toBeGreaterThan(many.liftOverPrior!);
  });

  it('has an interval for each point of the curve, which is wide for one outcome', () => {
    const of = (yes: number, count: number) => {
      let score = freshChanceScore();
      for (let i = 0; i < count; i++) score = scoreChance(score, 0.75, 0.5, i < yes ? 1 : 0);
      return chanceQuality(score).reliability[0]!.observedInterval;
    };
    // Wilson 1927 with z = 1.2816: 1 of 1, and 30 of 40.
    expect(of(1, 1).low).toBeCloseTo(0.3784, 3);
    expect(of(1, 1).high).toBe(1);
    expect(of(30, 40).low).toBeCloseTo(0.6536, 3);
    expect(of(30, 40).high).toBeCloseTo(0.8267, 3);
  });

  it('has no figure before the first outcome', () => {
    expect(chanceQuality(freshChanceScore())).toEqual({ kind: 'chance', outcomes: 0, reliability: [] });
    expect(numberQuality(freshNumberScore())).toEqual({ kind: 'number', outcomes: 0, intervalLevel: 0.8 });
  });
});

describe('the quality of a number', () => {
  it('includes error, lift and how often the value was inside the interval', () => {
    let score = freshNumberScore();
    score = scoreNumber(score, { value: 4, interval: { low: 3, high: 5 } }, 3, 4);
    score = scoreNumber(score, { value: 4, interval: { low: 3, high: 5 } }, 3, 2);
    const quality = numberQuality(score);
    expect(quality.rootMeanSquaredError).toBeCloseTo(Math.sqrt(2));
    expect(quality.liftOverPrior).toBeCloseTo(1 - 4 / 2);
    expect(quality.coverage).toBe(0.5);
  });
});

describe('the quality of an organization’s predictions', () => {
  it('counts each known outcome, also after storage as JSON', () => {
    const example = exampleOf(trajectoryOf(callerOnly(CALM, CALM, ANGRY)), { csat: 2, escalated: true });
    const scores = scorePredictions(freshPredictionScores(), priorModel(), priorModel(), example);
    const stored = predictionScoresSchema.parse(JSON.parse(JSON.stringify(scores)));
    const quality = predictionQuality(stored);
    expect(quality.escalation_risk.outcomes).toBe(1);
    expect(quality.predicted_csat.outcomes).toBe(1);
    expect(quality.sentiment_forecast.outcomes).toBe(1);
    expect(quality.churn_risk.outcomes).toBe(0);
    expect(quality.escalation_risk.liftOverPrior).toBe(0);
  });
});
