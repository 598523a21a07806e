import { describe, expect, it } from 'vitest';
import {
  advanceContactCenter,
  contactCenterMetrics,
  contactCenterState,
  freshContactCenter,
} from './contact-center.js';

const call = (...parts: [seconds: number, valence: number, escalation: number][]) => {
  let center = freshContactCenter();
  for (const [seconds, valence, escalation] of parts) {
    for (let i = 0; i < seconds * 4; i++) center = advanceContactCenter(center, 250, valence, escalation);
  }
  return contactCenterMetrics(center, parts.at(-1)![2]);
};

describe('the contact-center vertical', () => {
  it('names how the caller sounds now', () => {
    expect(contactCenterState(-0.5, 0.8)).toBe('frustrated');
    expect(contactCenterState(0.4, 0.1)).toBe('satisfied');
    expect(contactCenterState(-0.5, 0.3)).toBe('distressed');
    expect(contactCenterState(0, 0.2)).toBe('neutral');
  });

  it('predicts a happier customer from a friendlier call, within the scales', () => {
    const friendly = call([30, 0.6, 0.1]);
    const hostile = call([30, -0.7, 0.9]);
    expect(friendly.csat_predicted).toBeGreaterThan(4);
    expect(hostile.csat_predicted).toBeLessThan(2);
    expect(hostile.churn_risk).toBeGreaterThan(friendly.churn_risk! + 0.5);
    expect(friendly.first_call_resolution_likely).toBeGreaterThan(0.7);
    for (const { csat_predicted: csat, churn_risk: churn } of [friendly, hostile]) {
      expect(csat).toBeGreaterThanOrEqual(1);
      expect(csat).toBeLessThanOrEqual(5);
      expect(churn).toBeGreaterThanOrEqual(0);
      expect(churn).toBeLessThanOrEqual(1);
    }
  });

  it('tells whether the caller’s mood falls or rises', () => {
    expect(call([20, 0.4, 0.1], [5, -0.4, 0.6]).sentiment_trajectory).toBeLessThan(-0.1);
    expect(call([20, -0.4, 0.6], [5, 0.4, 0.1]).sentiment_trajectory).toBeGreaterThan(0.1);
  });

  it('shows escalation at once and forgets it slowly', () => {
    expect(call([20, 0, 0.1], [0.25, -0.5, 0.9]).escalation_risk).toBe(0.9);
    expect(call([20, -0.5, 0.9], [2, 0, 0.1]).escalation_risk).toBeGreaterThan(0.6);
  });
});
