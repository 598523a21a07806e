import { LIMITS, type VadMode } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, type OptionFields, readOptions } from './session-options.js';

const read = (given: Partial<OptionFields>) =>
  readOptions(DEFAULT_OPTIONS, { features: [], metadata: {}, ...given }, {});

/** For each figure: how it is given, the least and the most, where it comes out, and whether only whole numbers count. */
const FIGURES = [
  {
    param: 'outputs.interval_ms',
    ...LIMITS.intervalMs,
    whole: true,
    give: (intervalMs: number) => ({ outputs: { intervalMs } }),
    take: ({ outputs }: ReturnType<typeof read>) => outputs.intervalMs,
  },
  {
    param: 'outputs.max_rate_hz',
    min: 0.1,
    max: 50,
    whole: false,
    give: (maxRateHz: number) => ({ outputs: { maxRateHz } }),
    take: ({ outputs }: ReturnType<typeof read>) => outputs.maxRateHz,
  },
  {
    param: 'turn.end_silence_ms',
    ...LIMITS.endSilenceMs,
    whole: true,
    give: (endSilenceMs: number) => ({ turn: { endSilenceMs } }),
    take: ({ endSilenceMs }: ReturnType<typeof read>) => endSilenceMs,
  },
  {
    param: 'steering.alert_budget',
    min: 0,
    max: 20,
    whole: true,
    give: (alertBudget: number) => ({ steering: { alertBudget } }),
    take: ({ steering }: ReturnType<typeof read>) => steering.alertBudget,
  },
];

describe.each(FIGURES)('the option $param', ({ param, min, max, whole, give, take }) => {
  it('may be at either end of its range', () => {
    expect([take(read(give(min))), take(read(give(max)))]).toEqual([min, max]);
  });

  it('is refused by name beyond it', () => {
    const wrong = [min - 0.01, max + 1, Number.NaN, ...(whole ? [min + 0.5] : [])];
    for (const figure of wrong)
      expect(() => read(give(figure)), String(figure)).toThrow(
        expect.objectContaining({ code: 'validation_error', param }),
      );
  });
});

describe('options', () => {
  it('stay as they were where nothing is given', () => {
    expect(read({})).toEqual(DEFAULT_OPTIONS);
  });

  it('name who decides what is speech', () => {
    const voiced = (mode: VadMode) => read({ vad: { mode } });
    expect(voiced('both').vadMode).toBe('both');
    expect(() => voiced('unspecified')).toThrow(expect.objectContaining({ param: 'vad.mode' }));
  });

  it('have names of 1 to 64 characters', () => {
    const basis = (text: string) => read({ consent: { basis: text, scope: [] } });
    expect(basis('x'.repeat(64)).consent?.basis).toHaveLength(64);
    for (const text of ['', 'x'.repeat(65)])
      expect(() => basis(text)).toThrow(expect.objectContaining({ param: 'consent.basis' }));
  });
});
