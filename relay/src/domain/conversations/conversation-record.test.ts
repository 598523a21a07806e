import { expect, it } from 'vitest';
import { freshProgress, progressSchema } from './conversation-record.js';

it.each([9, 0, null])(
  'a stored satisfaction that nobody gives (%j) counts as not told, and the rest is read',
  (csat) => {
    const outcome = { targets: { csat, escalated: true }, kpis: {}, observedAt: '2026-01-01T12:00:00.000Z' };
    const stored: unknown = JSON.parse(JSON.stringify({ ...freshProgress(), outcome }));
    expect(progressSchema.parse(stored).outcome?.targets).toEqual({ escalated: true });
  },
);
