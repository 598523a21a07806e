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

  it('gives the level, the percentage and the steering mode', () => {
    const view = escalationView(0.7, 'caller_escalating', new Texts('en'));
    expect(view).toMatchObject({ valueText: 'high, 70%', mode: 'The customer is getting upset' });
    expect(escalationView(undefined, 'normal', new Texts('en'))).toMatchObject({
      valueText: 'not known yet',
      mode: '',
    });
  });

  it('uses the past tense when the steering mode still holds but the risk is low again', () => {
    expect(escalationView(0.2, 'caller_escalating', new Texts('en'))).toMatchObject({
      valueText: 'low, 20%',
      mode: 'The customer was upset a moment ago',
    });
    expect(escalationView(0.4, 'caller_escalating', new Texts('en')).mode).toBe(
      'The customer is getting upset',
    );
  });

  it('does not say "not yet" when the risk is unknown but the steering already has a mode', () => {
    const view = escalationView(undefined, 'caller_escalating', new Texts('en'));
    expect(view).toMatchObject({ valueText: 'unclear just now', mode: 'The customer is getting upset' });
  });
});
