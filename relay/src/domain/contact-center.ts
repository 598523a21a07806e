import { z } from 'zod';
import { logistic } from './signals.js';
import { clamp } from './smoothing.js';
import { CONTACT_CENTER } from './thresholds.js';

/** Running means behind the vertical `contact_center`, per caller. */
export const contactCenterSchema = z.strictObject({
  speechMs: z.number().min(0),
  valence: z.number().min(-1).max(1),
  recentValence: z.number().min(-1).max(1),
  escalation: z.number().min(0).max(1),
});
export type ContactCenter = z.infer<typeof contactCenterSchema>;

export type ContactCenterState = 'satisfied' | 'frustrated' | 'distressed' | 'neutral';

export function freshContactCenter(): ContactCenter {
  return { speechMs: 0, valence: 0, recentValence: 0, escalation: 0 };
}

export function advanceContactCenter(
  center: ContactCenter,
  speechMs: number,
  valence: number,
  escalation: number,
): ContactCenter {
  if (speechMs <= 0) return center;
  // At first the plain mean, so that the start does not weigh for the whole call; then exponential.
  const total = center.speechMs + speechMs;
  const weight = (memoryMs: number) => Math.max(speechMs / total, 1 - Math.exp(-speechMs / memoryMs));
  const slow = weight(CONTACT_CENTER.memoryMs);
  const fast = weight(CONTACT_CENTER.recentMs);
  return {
    speechMs: total,
    valence: center.valence + slow * (valence - center.valence),
    recentValence: center.recentValence + fast * (valence - center.recentValence),
    escalation: center.escalation + slow * (escalation - center.escalation),
  };
}

/** The vertical's word for how the caller sounds now. */
export function contactCenterState(valence: number, escalation: number): ContactCenterState {
  if (escalation >= CONTACT_CENTER.frustratedEscalation) return 'frustrated';
  if (valence <= CONTACT_CENTER.distressedValence) return 'distressed';
  return valence >= CONTACT_CENTER.satisfiedValence ? 'satisfied' : 'neutral';
}

/** The vertical's figures, under the names of the interface specification. */
export function contactCenterMetrics(center: ContactCenter, escalationNow: number): Record<string, number> {
  const { csat, churn, resolution } = CONTACT_CENTER;
  const { valence, recentValence, escalation } = center;
  const resolved = logistic(
    resolution.bias + resolution.valence * valence + resolution.escalation * escalation,
  );
  return {
    csat_predicted: clamp(csat.base + csat.valence * valence + csat.escalation * escalation, 1, 5),
    /** Below 0 declining, above 0 improving: lately against the longer mean. */
    sentiment_trajectory: clamp(recentValence - valence, -1, 1),
    escalation_risk: Math.max(escalation, escalationNow),
    first_call_resolution_likely: resolved,
    churn_risk: logistic(churn.bias + churn.valence * valence + churn.escalation * escalation),
  };
}
