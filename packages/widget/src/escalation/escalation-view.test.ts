import { describe, expect, it } from 'vitest';
import { Texts } from '../text/texts.js';
import { escalationLevel, escalationView } from './escalation-view.js';

describe('escalation', () => {
  it.each([
    [undefined, 'unknown'],
    [Number.NaN, 'unknown'],
    [0, 'low'],
    [0.349, 'low'],
    [0.35, 'raised'],
    [0.65, 'high'],
    [1, 'high'],
  ] as const)('%s is %s', (risk, level) => {
    expect(escalationLevel(risk)).toBe(level);
  });

  it('gives the level and the percentage', () => {
    expect(escalationView(0.7, new Texts('en')).valueText).toBe('high, 70%');
    expect(escalationView(undefined, new Texts('en')).valueText).toBe('not known yet');
  });
});
