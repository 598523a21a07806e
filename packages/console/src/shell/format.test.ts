import { expect, it } from 'vitest';
import { decimal, formatNumber, formatThreshold } from './format.js';

it('writes negative numbers with a minus sign, and none before zero', () => {
  expect([decimal(-0.64, 2), formatThreshold(-0.2), formatNumber(-1_200)]).toEqual([
    '−0.64',
    '−0.2',
    '−1,200',
  ]);
  expect([decimal(-0.001, 2), decimal(0, 2), formatNumber(-0.4)]).toEqual(['0.00', '0.00', '0']);
});
