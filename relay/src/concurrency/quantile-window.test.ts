import { describe, expect, it } from 'vitest';
import { QuantileWindow } from './quantile-window.js';

describe('a window of the newest values', () => {
  it('has no quantile before the first value, and later the quantiles of the last 128 values', () => {
    const window = new QuantileWindow(128);
    expect(window.quantile(0.5)).toBeUndefined();
    for (let i = 1; i <= 1_000; i += 1) window.add(i);
    expect(window.quantile(0)).toBe(873);
    expect(window.quantile(1)).toBe(1_000);
  });
});
