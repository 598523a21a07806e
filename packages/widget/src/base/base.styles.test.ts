import { describe, expect, it } from 'vitest';
import { baseStyles } from './base.styles.js';

type Scheme = 'light' | 'dark';

/** Relative luminance and contrast ratio, WCAG 2.2, definitions "relative luminance" and "contrast ratio". */
const luminance = (hex: string): number => {
  const channel = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

const contrast = (a: string, b: string): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const token = (name: string, scheme: Scheme): string => {
  const match = new RegExp(`--_${name}:[^;]*light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(baseStyles.cssText);
  const color = match?.[scheme === 'light' ? 1 : 2];
  if (color === undefined) throw new Error(`no token ${name}`);
  return color;
};

describe.each(['light', 'dark'] as const)('colors of the %s scheme', (scheme) => {
  const text = ['text', 'muted', 'accent', 'calm', 'notice', 'alert', 'valence', 'arousal'];
  it.each(text.flatMap((name) => ['surface', 'sunken'].map((ground) => [name, ground] as const)))(
    '%s on %s is at least 4.5:1',
    (name, ground) => {
      expect(contrast(token(name, scheme), token(ground, scheme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('give borders that carry meaning a contrast of at least 3:1', () => {
    expect(contrast(token('edge', scheme), token('surface', scheme))).toBeGreaterThanOrEqual(3);
    expect(contrast(token('edge', scheme), token('sunken', scheme))).toBeGreaterThanOrEqual(3);
  });

  it('give the text of the main button a contrast of at least 4.5:1', () => {
    expect(contrast(token('surface', scheme), token('accent', scheme))).toBeGreaterThanOrEqual(4.5);
  });
});
